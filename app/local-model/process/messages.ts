/** The message of the server to the model's process, sent once. */
export type LoadMessage = {
	/** The folder with the runtime's packages. */
	runtime: string;
	/** The bearer token that a caller has to send. */
	key: string;
	/** The port of the process before this one; 0: any. */
	port: number;
	threads: number;
	gpu: boolean;
	chat: { file: string; contextTokens: number } | null;
	embeddings: { file: string } | null;
};

/** The message of the model's process to the server, sent once. */
export type StateMessage = { kind: "ready"; port: number } | { kind: "failed"; problem: string };
