import { startFakeModel } from "../../tests/support/fake-model.ts";
import { startInstance } from "../../tests/support/instance.ts";
import { measureFirstPiece } from "./first-piece.ts";
import { measureLiveAnswers } from "./live-answers.ts";
import { measureMarkdown } from "./markdown.ts";
import { measureLogin } from "./pages.ts";
import { memoryMb } from "./processes.ts";
import { measureSessions } from "./sessions.ts";
import { measureSignIns } from "./sign-ins.ts";
import { type Figure, printTable, round } from "./table.ts";
import { measureWeights } from "./weights.ts";

/**
 * The measurements of the product page that can be taken so far. Times on a shared machine are not stable, so
 * each figure stands beside the bare limit taken in the same run. The exit code is 0 whatever the figures.
 */
const model = await startFakeModel();
const begun = performance.now();
const instance = await startInstance({
	env: { MODEL_BASE_URL: model.url, MODELS: "test-model", MODEL_TITLES: "0", LOG_LEVEL: "error" },
});
const started = performance.now() - begun;
const idle = memoryMb(instance.process.pid ?? 0);

const figures: Figure[] = [
	...(await measureFirstPiece(instance, model)),
	...measureMarkdown(),
	...(await measureLogin(instance.url, instance.process.pid ?? 0)),
	...(await measureSessions(instance)),
	...(await measureSignIns()),
	...(await measureWeights(instance)),
	{ what: "memory, idle, MB", measured: round(idle, 0), bar: "150", limit: "60" },
	{
		what: "start to the first answered request, ms",
		measured: round(started, 0),
		bar: "1 000",
		limit: "100",
	},
];
await instance.stop();
await model.stop();
figures.push(...(await measureLiveAnswers()));
printTable(figures);
