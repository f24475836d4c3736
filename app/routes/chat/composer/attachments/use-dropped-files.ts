import { useEffect, useEffectEvent, useState } from "react";

/**
 * Files dropped anywhere on the page.
 * @returns whether files are being dragged over it
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
	const [over, setOver] = useState(false);
	const take = useEffectEvent(onFiles);
	useEffect(() => {
		// A drag enters and leaves each element on its way.
		let depth = 0;
		const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
		const enter = (event: DragEvent) => {
			if (hasFiles(event) && ++depth === 1) setOver(true);
		};
		const leave = (event: DragEvent) => {
			if (hasFiles(event) && --depth === 0) setOver(false);
		};
		const allow = (event: DragEvent) => {
			if (hasFiles(event)) event.preventDefault();
		};
		const drop = (event: DragEvent) => {
			if (!hasFiles(event)) return;
			event.preventDefault();
			depth = 0;
			setOver(false);
			take([...(event.dataTransfer?.files ?? [])]);
		};
		addEventListener("dragenter", enter);
		addEventListener("dragleave", leave);
		addEventListener("dragover", allow);
		addEventListener("drop", drop);
		return () => {
			removeEventListener("dragenter", enter);
			removeEventListener("dragleave", leave);
			removeEventListener("dragover", allow);
			removeEventListener("drop", drop);
		};
	}, []);
	return over;
}
