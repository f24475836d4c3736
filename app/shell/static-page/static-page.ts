/**
 * The whole script of a static page: progressive enhancement only, every form and link works without it. One listener
 * per event type on the whole page, so markup requests a behaviour by an attribute only.
 */
import { checkForNewBuild } from "../../build-version/check-for-new-build.ts";
import { startCountdown } from "../../ui/static-page/countdown.ts";
import { showFileName } from "../../ui/static-page/file-name.ts";
import { focusFirstProblem } from "../../ui/static-page/first-problem.ts";
import { followProgress } from "../../ui/static-page/follow-progress.ts";
import { forgetTab } from "../../ui/static-page/forget-tab.ts";
import { makeEye, showPassword } from "../../ui/static-page/password-eye.ts";
import { measureField } from "../../ui/static-page/password-strength.ts";
import { endAtEscape, endPending, showPending } from "../../ui/static-page/pending-button.ts";
import { pollPage } from "../../ui/static-page/poll-page.ts";
import { makePrintButton } from "../../ui/static-page/print-button.ts";
import { markReadingPlace } from "../../ui/static-page/reading-place.ts";
import { measureScrollBox } from "../../ui/static-page/scroll-box.ts";
import { switchTheme } from "../../ui/static-page/theme-switch.ts";
import { sendToken } from "../../ui/static-page/token-form.ts";
import { showProgress } from "../../ui/static-page/upload-progress.ts";

addEventListener("click", ({ target }) => {
	if (!(target instanceof Element)) return;
	const eye = target.closest<HTMLElement>("button[data-password-eye]");
	if (eye) showPassword(eye);
	if (target.closest("button[data-print]")) print();
});

for (const place of document.querySelectorAll<HTMLElement>("[data-password-eye]")) makeEye(place);
for (const place of document.querySelectorAll<HTMLElement>("[data-print]")) makePrintButton(place);

const showValue = (field: HTMLInputElement) => {
	measureField(field);
	if (field.type === "file") showFileName(field);
};
addEventListener("input", ({ target }) => {
	if (target instanceof HTMLInputElement) showValue(target);
});
// Values typed or chosen before this script ran count.
for (const field of document.querySelectorAll("input")) if (field.value !== "") showValue(field);

addEventListener("submit", (event) => {
	const form = event.target as HTMLFormElement;
	if (form.matches("[data-theme-switch]")) return switchTheme(event);
	// The browser would store a password shown as text among the ordinary values of this form.
	for (const eye of form.querySelectorAll<HTMLElement>("[data-shown]")) showPassword(eye);
	showPending(event);
	if (form.matches("[data-upload]")) showProgress(event);
});

addEventListener("pageshow", endPending);
addEventListener("keydown", endAtEscape);

focusFirstProblem();

if (document.querySelector("[data-forget-tab]")) forgetTab();

const tokenForm = document.querySelector<HTMLFormElement>("[data-token-form]");
if (tokenForm) sendToken(tokenForm);

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-countdown]")) startCountdown(button);

for (const box of document.querySelectorAll<HTMLElement>("[role=group][tabindex]")) measureScrollBox(box);

for (const contents of document.querySelectorAll<HTMLElement>("[data-reading-place]"))
	markReadingPlace(contents);

const waiting = document.querySelector<HTMLElement>("[data-poll-seconds]");
if (waiting) pollPage(waiting);

const followed = document.querySelector<HTMLElement>("[data-follow]");
if (followed) followProgress(followed);

// Only checks: every navigation from a static page is a full load, which brings the newest build anyway.
// In development there are no builds.
if (!import.meta.env.DEV) checkForNewBuild(__BUILD_ID__, () => {});
