/** Why a model cannot be fetched. `message` is a Russian sentence for the operator. */
export class DownloadProblem extends Error {
	override readonly name = "DownloadProblem";
}

/** The connection broke or fell silent: what has arrived stays, and the rest can be asked for. */
export class Interrupted extends Error {
	override readonly name = "Interrupted";
}
