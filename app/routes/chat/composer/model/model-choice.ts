/**
 * `crossBorder`: prompts to it cross the border, and users are notified before they write. `sees`: it takes pictures.
 */
export type ModelChoice = {
	id: string;
	title: string;
	description?: string;
	crossBorder: boolean;
	sees: boolean;
	/** It calls tools. */
	tools: boolean;
	/** It can be told to reason longer. */
	thinksLonger: boolean;
};
