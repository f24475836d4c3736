/** The id of this build, set by vite.config.ts. */
declare const __BUILD_ID__: string;

declare module "virtual:static-page-script" {
	/** Address of the static pages' script. */
	const url: string;
	export default url;
}

declare module "virtual:transcript-scripts" {
	/** Addresses of the scripts that only a page with a transcript loads; empty in the browser. */
	const urls: readonly string[];
	export default urls;
}
