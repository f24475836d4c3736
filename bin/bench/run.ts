import { measureBigAccount } from "./accounts/big-account.ts";
import { measurePayments } from "./accounts/payments.ts";
import { measureSessions } from "./accounts/sessions.ts";
import { measureSignIns } from "./accounts/sign-ins.ts";
import { measureToldApart } from "./accounts/told-apart.ts";
import { measureChatPage } from "./chat/chat-page.ts";
import { measureFirstPiece } from "./chat/first-piece.ts";
import { measureImport } from "./chat/import.ts";
import { measureKills } from "./chat/kills.ts";
import { measureLiveAnswers } from "./chat/live-answers.ts";
import { measureLongConversation } from "./chat/long-conversation.ts";
import { measureMarkdown } from "./chat/markdown.ts";
import { measureReading } from "./files/reading.ts";
import { measurePageTimings } from "./pages/page-timings.ts";
import { measurePages } from "./pages/pages.ts";
import { measureWeights } from "./pages/weights.ts";
import { measureAfterLoad } from "./process/after-load.ts";
import { measurePackages } from "./process/packages.ts";
import { measureStart } from "./process/start.ts";
import { measureSoak } from "./soak.ts";
import { onSite } from "./support/site.ts";
import { type Figure, printTable } from "./support/table.ts";

/**
 * Every target of docs/performance.md, and related figures. Times on a shared machine are not stable, so each figure
 * is printed beside the baseline measured in the same run. The figures never decide the exit code.
 *
 *     node bin/bench/run.ts [name[=size]…]     all without a name: eight minutes
 *
 * Sizes: `big-account` in messages (1000000), `import` in megabytes (400), `soak` in minutes (20).
 */
const MEASUREMENTS: Record<string, (size?: number) => Figure[] | Promise<Figure[]>> = {
	weights: () => onSite(measureWeights),
	"page-timings": measurePageTimings,
	pages: measurePages,
	"chat-page": measureChatPage,
	"long-conversation": measureLongConversation,
	"first-piece": measureFirstPiece,
	"live-answers": measureLiveAnswers,
	start: measureStart,
	"big-account": measureBigAccount,
	import: measureImport,
	reading: measureReading,
	packages: measurePackages,
	kills: measureKills,
	markdown: measureMarkdown,
	sessions: () => onSite(measureSessions),
	"sign-ins": measureSignIns,
	payments: measurePayments,
	"told-apart": measureToldApart,
	"after-load": measureAfterLoad,
	soak: measureSoak,
};
/** Too long for a run of all. */
const ONLY_BY_NAME = ["after-load", "soak"];

const asked = process.argv.slice(2).map((word) => word.split("="));
for (const [name = ""] of asked) if (!(name in MEASUREMENTS)) throw new Error(`There is no «${name}».`);
const names =
	asked.length > 0
		? asked
		: Object.keys(MEASUREMENTS)
				.filter((name) => !ONLY_BY_NAME.includes(name))
				.map((name) => [name]);
const figures: Figure[] = [];
for (const [name = "", size] of names) {
	const began = performance.now();
	try {
		figures.push(...((await MEASUREMENTS[name]?.(size ? Number(size) : undefined)) ?? []));
	} catch (error) {
		// The other measurements go on.
		console.error(`${name}:`, error);
		process.exitCode = 1;
	}
	console.error(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`);
}
printTable(figures);
