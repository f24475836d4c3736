/** The scope of a revalidation: everything, or only the frame around the main part. */
export type Scope = "all" | "frame";

let frameOnly = false;

/** Whether the current revalidation is for the frame only. A route's `shouldRevalidate` does not get the reason. */
export const isForFrameOnly = (): boolean => frameOnly;

/** @param revalidate the framework's own. Called again before it has ended, it starts anew. */
export async function revalidateFor(scope: Scope, revalidate: () => Promise<void>): Promise<void> {
	frameOnly = scope === "frame";
	try {
		await revalidate();
	} finally {
		frameOnly = false;
	}
}
