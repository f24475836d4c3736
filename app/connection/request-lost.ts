/** What the browser sent and the server, for all we know, has not taken. */
export class RequestLost extends Error {
	/** With which somebody in between answered; null: nobody did. */
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

/** What an action answered, or undefined where its request was lost or nothing was sent yet. */
export function answered<Data>(data: Data | Lost | undefined): Data | undefined {
	return isLost(data) ? undefined : data;
}
