/** What a pointer, a keyboard or a wheel does, step by step: the same JSON in WebDriver and in WebDriver BiDi. */
export type InputSource = { type: string; id: string; actions: object[]; parameters?: object };

/** The one tab of a browser that a driver steers. */
export type Tab = {
	/** Opens an address and waits until it is loaded. */
	navigate: (url: string) => Promise<void>;
	/** @param expression of type string, evaluated in the page @returns its value */
	evaluate: (expression: string) => Promise<string>;
	perform: (sources: InputSource[]) => Promise<void>;
	/** Sets the size of the viewport, in CSS pixels, as near as the browser's own window allows. */
	resize: (width: number, height: number) => Promise<void>;
	/** @returns a PNG in base64 */
	screenshot: () => Promise<string>;
	/** What must never happen in a journey: errors of scripts and on the console, violations of the content policy. */
	complaints: () => Promise<string[]>;
	close: () => Promise<void>;
};
