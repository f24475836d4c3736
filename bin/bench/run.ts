import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureBigAccount } from "./accounts/big-account.ts";
import { measureOperatorScreens } from "./accounts/operator-screens.ts";
import { measurePayments } from "./accounts/payments.ts";
import { measureSessions } from "./accounts/sessions.ts";
import { measureSignIns } from "./accounts/sign-ins.ts";
import { measureToldApart } from "./accounts/told-apart.ts";
import { measureChatPage } from "./chat/chat-page.ts";
import { measureFirstPiece } from "./chat/first-piece.ts";
import { measureFromPress } from "./chat/from-press.ts";
import { measureHostileTools } from "./chat/hostile-tools.ts";
import { measureImport } from "./chat/import.ts";
import { measureKills } from "./chat/kills.ts";
import { measureLiveAnswers } from "./chat/live-answers.ts";
import { measureLongConversation } from "./chat/long-conversation.ts";
import { measureMarkdown } from "./chat/markdown.ts";
import { measureToolKills } from "./chat/tool-kills.ts";
import { measureTools } from "./chat/tools.ts";
import { measureWithTools } from "./chat/with-tools.ts";
import { measureHostileFiles } from "./files/hostile.ts";
import { measureIdleMemory } from "./files/idle-memory.ts";
import { measurePassageSearch } from "./files/passage-search.ts";
import { measurePictures } from "./files/pictures.ts";
import { measureReading } from "./files/reading.ts";
import { measureRetrieval } from "./files/retrieval/measure.ts";
import { measureUpload } from "./files/upload.ts";
import { measureFullLoad, measureFullLoadOfServers } from "./load/full-load.ts";
import { measureLoginBesideChat } from "./pages/login-beside-chat.ts";
import { measurePageTimings } from "./pages/page-timings.ts";
import { measurePages } from "./pages/pages.ts";
import { measureWeights } from "./pages/weights.ts";
import { measureAfterLoad } from "./process/after-load.ts";
import { measureLocalModel } from "./process/local-model.ts";
import { measurePackages } from "./process/packages.ts";
import { measureRollingRestart } from "./process/rolling-restart.ts";
import { measureStart } from "./process/start.ts";
import { measureSoak } from "./soak.ts";
import { findWorse, type Rows, rowsOf } from "./support/compare.ts";
import { onSite } from "./support/site.ts";
import { type Figure, printTable } from "./support/table.ts";

/**
 * Every target of docs/performance.md, and related figures. Times on a shared machine are not stable, so each figure
 * is printed beside the baseline measured in the same run. The figures never decide the exit code.
 *
 *     node bin/bench/run.ts [name[=size]…]     all without a name: ten minutes
 *     node bin/bench/run.ts --compare          three rounds (`--rounds N`) of what has a control, and what is worse than
 *                                              recorded.json by more than the control's own spread; `--record` writes it
 *
 * Sizes: `big-account` in messages (1000000), `import` in megabytes (400), `soak` in minutes (20), `full-load` and
 * `full-load-servers` in minutes (5), `start` and `with-tools` in seconds of idling (30), `tool-kills` in kills (200).
 */
const MEASUREMENTS: Record<string, (size?: number) => Figure[] | Promise<Figure[]>> = {
	weights: () => onSite(measureWeights),
	"page-timings": measurePageTimings,
	pages: measurePages,
	"chat-page": measureChatPage,
	"login-beside-chat": measureLoginBesideChat,
	"long-conversation": measureLongConversation,
	"first-piece": measureFirstPiece,
	"from-press": measureFromPress,
	"live-answers": measureLiveAnswers,
	start: measureStart,
	"big-account": measureBigAccount,
	"operator-screens": measureOperatorScreens,
	import: measureImport,
	reading: measureReading,
	pictures: measurePictures,
	retrieval: measureRetrieval,
	"passage-search": measurePassageSearch,
	upload: measureUpload,
	"hostile-files": measureHostileFiles,
	"idle-memory": measureIdleMemory,
	tools: measureTools,
	"with-tools": measureWithTools,
	"hostile-tools": measureHostileTools,
	packages: measurePackages,
	"local-model": measureLocalModel,
	kills: measureKills,
	"tool-kills": measureToolKills,
	"rolling-restart": measureRollingRestart,
	markdown: measureMarkdown,
	sessions: () => onSite(measureSessions),
	"sign-ins": measureSignIns,
	payments: measurePayments,
	"told-apart": measureToldApart,
	"after-load": measureAfterLoad,
	soak: measureSoak,
	"full-load": measureFullLoad,
	"full-load-servers": measureFullLoadOfServers,
};
/** Too long, or too large, for a run of all. */
const ONLY_BY_NAME = [
	"after-load",
	"soak",
	"local-model",
	"tool-kills",
	"hostile-tools",
	"full-load",
	"full-load-servers",
];

/** The rows that `--compare` takes without names: those whose bars are told in docs/performance.md as ratios. */
const COMPARED = [
	"weights",
	"page-timings",
	"chat-page",
	"login-beside-chat",
	"first-piece",
	"live-answers",
	"start",
	"after-load",
];
const RECORDED = join(import.meta.dirname, "recorded.json");

// As `npm run bench` and `npm start` set it: without it a start compiles everything, 0.2 s and 15 MB more.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "../../build/compiled");

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		compare: { type: "boolean", default: false },
		record: { type: "boolean", default: false },
		rounds: { type: "string" },
	},
});
const isCompared = options.compare || options.record;
const asked = positionals.map((word) => word.split("="));
for (const [name = ""] of asked) if (!(name in MEASUREMENTS)) throw new Error(`There is no «${name}».`);
const all = Object.keys(MEASUREMENTS).filter((name) => !ONLY_BY_NAME.includes(name));
const names = asked.length > 0 ? asked : (isCompared ? COMPARED : all).map((name) => [name]);
const rounds = Number(options.rounds ?? (isCompared ? 3 : 1));

const measured: Record<string, Figure[][]> = {};
for (let round = 1; round <= rounds; round++) {
	for (const [name = "", size] of names) {
		const began = performance.now();
		try {
			const figures = await MEASUREMENTS[name]?.(size ? Number(size) : undefined);
			measured[name] = [...(measured[name] ?? []), figures ?? []];
		} catch (error) {
			// The other measurements go on.
			console.error(`${name}:`, error);
			process.exitCode = 1;
		}
		console.error(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`);
	}
}
for (let round = 0; round < rounds; round++)
	printTable(Object.values(measured).flatMap((tables) => tables[round] ?? []));
if (isCompared) compare();

function compare(): void {
	const recorded: Rows = existsSync(RECORDED) ? JSON.parse(readFileSync(RECORDED, "utf8")) : {};
	const now = Object.assign({}, ...Object.entries(measured).map(([name, tables]) => rowsOf(name, tables)));
	const worse = findWorse(recorded, now);
	console.log(worse.length > 0 ? "\nWorse than recorded:" : "\nNothing is worse than recorded.");
	for (const line of worse) console.log(`- ${line}`);
	if (options.record) writeFileSync(RECORDED, `${JSON.stringify({ ...recorded, ...now }, null, "\t")}\n`);
}
