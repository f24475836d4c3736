/** The id of this build, set by vite.config.ts. */
declare const __BUILD_ID__: string;

declare module "virtual:static-page-script" {
	/** Address of the static pages' script. */
	const url: string;
	export default url;
}
