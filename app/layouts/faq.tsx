import { SiteFrame } from "../shell/site/site-frame.tsx";

/** The layout of «Вопросы и ответы»: the same bar and footer as everywhere, as a layout of its own (S-2.19). */
export default SiteFrame;
