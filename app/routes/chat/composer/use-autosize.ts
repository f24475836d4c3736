import { type RefObject, useEffect, useLayoutEffect } from "react";

/**
 * Makes a text area as high as its text where the browser cannot do it by `field-sizing`. The stylesheet limits the
 * height.
 */
export function useAutosize(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: for each text
	useLayoutEffect(() => {
		if (area.current && !growsByItself()) setHeight(area.current);
	}, [area, text]);
	useEffect(() => {
		const field = area.current;
		if (!field || growsByItself()) return;
		let width = field.clientWidth;
		const observer = new ResizeObserver(() => {
			if (field.clientWidth === width) return;
			width = field.clientWidth;
			setHeight(field);
		});
		observer.observe(field);
		return () => observer.disconnect();
	}, [area]);
}

const growsByItself = () => CSS.supports("field-sizing", "content");

function setHeight(field: HTMLTextAreaElement): void {
	const form = field.form as HTMLFormElement;
	// Without a height of its own the form would move the transcript above it while the field is measured, and the browser
	// leaves it there.
	form.style.minHeight = `${form.offsetHeight}px`;
	field.style.height = "auto";
	field.style.height = `${field.scrollHeight}px`;
	form.style.minHeight = "";
}
