import { SiteFrame } from "../shell/site/site-frame.tsx";

/** The frame of «Вопросы и ответы»: the same bar and foot as everywhere, on a layout of its own (S-2.19). */
export default SiteFrame;
