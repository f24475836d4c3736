import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { stopGracefully } from "./graceful-stop.ts";
import { createHttpServer } from "./http/http-server.ts";
import { listen, type StopListening } from "./http/listen.ts";
import { handlerOfRoutes } from "./http/route-handlers.ts";
import { prioritizeEventLoop } from "./limits/pool-priority.ts";
import { routeLimits } from "./limits/route-limits.ts";
import { previousBuilds, saveBuild, withPrevious } from "./pages/previous-builds.ts";
import { loadStaticFiles, type StaticFiles } from "./pages/static-files.ts";
import { staticPaths } from "./pages/static-paths.ts";
import { settingWarnings, startupBanner } from "./startup-banner.ts";

/** The exports of the build's entry beside the framework's own. */
type Application = typeof import("../app/entry.server.tsx");

const SERVER_BUILD = fileURLToPath(new URL("../build/server/index.js", import.meta.url));
const CLIENT_BUILD = fileURLToPath(new URL("../build/client", import.meta.url));

const build = await loadBuild();
const {
	createRequestHandler,
	RouterContextProvider,
	answersComeFrom,
	firstOwnerLink,
	config,
	log,
	logUnexpected,
	recordRequest,
	announceStop,
	pageVersion,
	stop,
	isLoopback,
	clientAddressContext,
	requestIdContext,
	unlessDatabaseAway,
} = build.entry.module as unknown as Application;

/** The folder with copies of builds for the tabs that are open during an update. */
const BUILDS_FOLDER = join(config.dataDir, "builds");
/** The first seconds are left to the requests that waited for the server. */
const SAVE_BUILD_AFTER_MS = 5_000;

/** When the stop began; 0: it has not. */
let stopping = 0;
/** Undefined: the port is not open yet. */
let stopListening: StopListening | undefined;

await prioritizeEventLoop();

/** In a trial the console shows it; elsewhere `npm run users` makes the first owner. */
const ownerPath = config.trial ? await firstOwnerLink() : null;

const answer = handlerOfRoutes(build, (routes) => createRequestHandler(routes, "production"));
const server = createHttpServer({
	...config,
	isLoopback,
	files: filesToServe(),
	staticPaths: staticPaths(build),
	routeLimits: routeLimits(build),
	isStopping: () => stopping > 0,
	pageVersion,
	record: recordRequest,
	onError: (error, requestId) => logUnexpected(error, { requestId }),
	async handler(request, { clientAddress, requestId }) {
		const context = new RouterContextProvider();
		context.set(clientAddressContext, clientAddress);
		context.set(requestIdContext, requestId);
		return unlessDatabaseAway(await answer(request, context), request, context);
	},
});

function filesToServe(): StaticFiles {
	const files = loadStaticFiles(CLIENT_BUILD);
	try {
		return withPrevious(files, previousBuilds(CLIENT_BUILD, BUILDS_FOLDER));
	} catch (error) {
		warnBuildNotSaved(error);
		return files;
	}
}

/** A full disk or a read-only folder: then a tab that is open during the next update does a full reload. */
function warnBuildNotSaved(error: unknown) {
	log.warn("Не удалось сохранить файлы сборки для открытых вкладок", { error: String(error) });
}

// The reader of the log has gone: a closed terminal, a dead `tee`. Logging that would cause the next such error,
// endlessly, without a turn for anything else; serving requests needs no log.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void end(signal));
// The state after such an error is unknown: the leases are released, and the process manager starts another process.
for (const event of ["unhandledRejection", "uncaughtException"] as const) {
	process.on(event, (error) => {
		logUnexpected(error, { event });
		process.exitCode = 1;
		if (stopping === 0) void end(event);
	});
}

stopListening = await listen(server, config).catch((error: NodeJS.ErrnoException) => {
	if (error.code !== "EADDRINUSE") throw error;
	return exitWithError(
		`Порт ${config.port} занят другой программой. Выберите другой: PORT=${config.port + 1} npm start`,
	);
});
const answers = answersComeFrom();
if (config.trial) process.stdout.write(startupBanner(config, answers, ownerPath));
else log.info("Сервер открыт", { address: config.appUrl, host: config.host, port: config.port });
if (!config.trial) for (const line of settingWarnings(config, answers)) log.warn(line);
setTimeout(
	() => void saveBuild(CLIENT_BUILD, BUILDS_FOLDER).catch(warnBuildNotSaved),
	SAVE_BUILD_AFTER_MS,
).unref();

async function end(reason: string) {
	if (stopping > 0) {
		// Ctrl+C arrives twice: from the terminal, and from npm, which forwards it.
		if (Date.now() - stopping > 500) process.exit(1);
		return;
	}
	stopping = Date.now();
	log.info("Останавливаемся", { reason });
	announceStop();
	// After a defect nothing more is taken on.
	const drained = process.exitCode === 1 ? undefined : wait(config.drainSeconds * 1_000);
	const inTime = await stopGracefully({ server, stopListening, stopApplication: stop, drained });
	if (!inTime) log.warn("Не всё закончилось вовремя и оборвано");
	process.exit(inTime ? process.exitCode : 1);
}

/** Loads the build and starts the application. */
async function loadBuild(): Promise<ServerBuild> {
	if (!existsSync(SERVER_BUILD)) exitWithError("Сборки ещё нет. Соберите: npm run build");
	try {
		const build: ServerBuild = await import(pathToFileURL(SERVER_BUILD).href);
		await (build.entry.module as unknown as Application).start();
		return build;
	} catch (error) {
		// The class is in the build, so only its name is known here.
		if (error instanceof Error && error.name === "ConfigError") exitWithError(error.message);
		if (error instanceof Error && error.name === "DatabaseAway")
			exitWithError(
				`База данных не отвечает, проверьте DATABASE_URL: ${(error as Error & { reason: string }).reason}`,
			);
		throw error;
	}
}

function exitWithError(reason: string): never {
	process.stderr.write(`${reason}\n`);
	process.exit(1);
}
