/** What the server tells the model's process, once. */
export type LoadMessage = {
	/** The folder with the runtime's packages. */
	runtime: string;
	/** What a caller has to send as its bearer token. */
	key: string;
	/** The port of the process before this one; 0: any. */
	port: number;
	threads: number;
	gpu: boolean;
	chat: { file: string; contextTokens: number } | null;
	embeddings: { file: string } | null;
};

/** What the model's process tells the server, once. */
export type StateMessage = { kind: "ready"; port: number } | { kind: "failed"; problem: string };
