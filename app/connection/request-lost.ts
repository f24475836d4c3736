/** A request that the browser sent and the server, as far as is known, has not processed. */
export class RequestLost extends Error {
	/** The status of a response by a proxy; null: there was no response. */
	readonly status: number | null;

	constructor(status: number | null) {
		super("The request has not come through.");
		this.name = "RequestLost";
		this.status = status;
	}
}

/** The data of an action whose request was lost, in place of its own. */
export type Lost = { lost: true; status: number | null };

export const isLost = (data: unknown): data is Lost =>
	typeof data === "object" && data !== null && "lost" in data && data.lost === true;

/** An action's data, or undefined where its request was lost or nothing was sent yet. */
export function answered<Data>(data: Data | Lost | undefined): Data | undefined {
	return isLost(data) ? undefined : data;
}
