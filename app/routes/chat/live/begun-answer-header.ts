/** Headers of the response to a form that begins an answer: the ids of the answer and its conversation (docs/contract.md). */
export const BEGUN_ANSWER = "X-Answer";
export const BEGUN_IN = "X-Conversation";
