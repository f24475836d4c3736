const MB = 1024 ** 2;

/** The limits of files, whatever the plan is. */
export const FILE_LIMITS = {
	/** Files of one question. */
	perPrompt: 10,
	/** Bytes of one document. */
	bytes: 50 * MB,
	/** Bytes of one picture. */
	pictureBytes: 20 * MB,
	/** Pages of a scan that are shown to a model. */
	scanPages: 20,
	/** UTF-16 units of a name; the middle of a longer one is left out. */
	name: 200,
} as const;

/**
 * Bytes of a form with files. A file over its limit is read to its end, so that the response can say its size: a form
 * of a few such files passes.
 */
export const FORM_BYTES = 1024 * MB;
/** Bytes of one file that is sent alone. */
export const SINGLE_FORM_BYTES = 256 * MB;
