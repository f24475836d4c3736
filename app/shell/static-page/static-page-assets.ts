import { createContext } from "react";

/**
 * The assets that a page of the server includes: a static page has them instead of the framework's scripts. Null in the
 * browser.
 */
export type StaticPageAssets = {
	css: string;
	scriptUrl: string;
	/** The scripts of a page with a transcript besides those of the chat. */
	transcriptScripts: readonly string[];
	nonce: string;
};

/**
 * The inline script that loads the module of static pages. An inline script can be allowed by a nonce or by a hash,
 * and `strict-dynamic` trusts the element it creates; an `import()` would not be trusted by a hash. The Trusted Types
 * policy allows this one address only.
 */
export const loadModule = (url: string) =>
	`{const u=${JSON.stringify(url)},s=document.createElement("script");s.type="module";` +
	`s.src=self.trustedTypes?trustedTypes.createPolicy("static-page",{createScriptURL:()=>u}).createScriptURL(""):u;` +
	"document.head.append(s)}";

export const StaticPageAssetsContext = createContext<StaticPageAssets | null>(null);
