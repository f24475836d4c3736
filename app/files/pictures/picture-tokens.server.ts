/** Pixels that a token of a picture stands for at the usual servers, and the most that one picture costs there. */
const PIXELS_PER_TOKEN = 750;
const MOST = 1_600;

/** The tokens that a picture takes of a model's context: an estimate, since every server counts in its own way. */
export const pictureTokens = ({ width, height }: { width: number; height: number }): number =>
	Math.min(MOST, Math.ceil((width * height) / PIXELS_PER_TOKEN) + 1);

/** The tokens of a picture whose size is not known yet. */
export const MOST_PICTURE_TOKENS = MOST;
