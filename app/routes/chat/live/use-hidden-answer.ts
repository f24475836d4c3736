import { useEffect } from "react";
import { useRevalidation } from "../../../connection/use-revalidation.ts";
import { followAnswer } from "./follow-answer.ts";

const ignore = () => {};

/**
 * Follows a running answer that the transcript does not show, being another version or far below: the page's data is
 * loaded anew at its end, and when it waits for the person.
 * @param answerId null: there is none
 * @param onDone receives its id when it was written to its end, which the page's data does not tell
 */
export function useHiddenAnswer(answerId: string | null, onDone: (answerId: string) => void): void {
	const askAnew = useRevalidation();
	useEffect(() => {
		if (answerId === null) return;
		return followAnswer(answerId, 0, {
			update: ignore,
			ended: (state) => {
				if (state === "done") onDone(answerId);
				askAnew();
			},
			titled: () => askAnew("frame"),
			waiting: () => askAnew(),
			signedOut: ignore,
		});
	}, [answerId, onDone, askAnew]);
}
