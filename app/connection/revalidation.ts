/** What a page is asked anew for: everything, or only what stands around its main part. */
export type Scope = "all" | "frame";

let frameOnly = false;

/** Whether the revalidation on its way is for the frame only. A route's `shouldRevalidate` is not told what for. */
export const isForFrameOnly = (): boolean => frameOnly;

/** @param revalidate the framework's own. Called again before it has ended, it begins anew. */
export async function revalidateFor(scope: Scope, revalidate: () => Promise<void>): Promise<void> {
	frameOnly = scope === "frame";
	try {
		await revalidate();
	} finally {
		frameOnly = false;
	}
}
