import { promptBudget } from "../../../chat/context/context.server.ts";
import { picturesFor } from "../../../chat/context/picture-room.server.ts";
import type { Model } from "../../../chat/providers/provider.server.ts";
import type { ShownFile } from "../../../files/attachments.server.ts";
import { picturesIn } from "../../../files/pictures/count-pictures.ts";

/** Why a model cannot be asked a question with these files; undefined: it can. */
export type PictureProblem =
	| { problem: "blind-model"; model: string }
	/** `count`: the most that it is shown at once. */
	| { problem: "too-many-pictures"; model: string; count: number };

export function pictureProblem(model: Model, files: readonly ShownFile[]): PictureProblem | undefined {
	const pictures = files.reduce((sum, file) => sum + picturesIn(file), 0);
	if (pictures === 0) return undefined;
	if (!model.sees) return { problem: "blind-model", model: model.id };
	const count = picturesFor(promptBudget(model.contextTokens, model.answerTokens));
	return pictures > count ? { problem: "too-many-pictures", model: model.id, count } : undefined;
}
