import type { Finding } from "../../app/doctor/finding.server.ts";
import { printLine } from "../console/terminal-output.ts";

/** Findings under a title; `empty` where there are none. */
export type FindingSection = { title: string; findings: readonly Finding[]; empty?: string };

const SIGNS = { broken: "✗", note: "•", fine: "✓" };

/** Prints sections and the sum of what needs a human. @returns the exit code: 0: all in order, 1: something is not */
export function printFindings(sections: readonly FindingSection[]): 0 | 1 {
	for (const { title, findings, empty } of sections) {
		printLine(title);
		for (const { level, text } of findings) printLine(`  ${SIGNS[level]} ${text}`);
		if (findings.length === 0 && empty) printLine(`  ✓ ${empty}`);
	}
	const count = sections.flatMap(({ findings }) => findings).filter(({ level }) => level === "broken").length;
	printLine();
	printLine(count === 0 ? "Всё в порядке." : `Ждёт человека: ${count}.`);
	return count === 0 ? 0 : 1;
}
