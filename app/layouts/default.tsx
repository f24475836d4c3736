import { SiteFrame } from "../shell/site/site-frame.tsx";

export { ErrorBoundary } from "../shell/errors/hydrated-page-error.tsx";

/** The layout of every screen that names no other (S-2.26). */
export default SiteFrame;
