// `npm run update`: a copy of the data, the new version, its packages and its build, and a look at the settings with
// it. A step that fails is taken back. The server goes on with what it has loaded, until it is restarted.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { environment, ROOT, run, runtime } from "../prepare.mjs";

const USAGE = `Обновить программу: копия данных, новая версия, пакеты, сборка, проверка настроек. Сервер можно не останавливать.

  npm run update               до новейшей версии своей ветки
  npm run update -- ВЕРСИЯ     до названной: ветка, метка или коммит; так же возвращаются назад

Потом перезапустите сервер. Если что-то не получится, останется прежняя версия.
Код выхода: 0 — готово к перезапуску, 1 — осталась прежняя версия, 2 — ошибка в команде.
`;
/** Parts of the server that a running process may load yet, from files of its own build. */
const CHUNKS = join(ROOT, "build", "server", "assets");
const KEPT = join(ROOT, "build", "previous-chunks");

const [version, ...rest] = process.argv.slice(2);
if (version === "--help" || version === "-h") end(0, USAGE);
if (rest.length > 0 || version?.startsWith("-")) end(2, USAGE);

const before = read("rev-parse", "HEAD") ?? end(2, "Это не хранилище git: обновите так, как ставили.\n");
const branch = read("symbolic-ref", "--short", "HEAD");
if (!git("fetch", "--quiet", "--tags"))
	end(1, "Хранилище с новыми версиями не отвечает. Ничего не изменено.\n");
const wanted = commitOf(version);
if (wanted === before) end(0, `Это уже ${name(before)}: обновлять нечего.\n`);

say("Копия данных…");
if (command("backup", "--before-update") !== 0) end(1, "Без копии не обновляем. Ничего не изменено.\n");

say(`Версия: ${name(before)} → ${name(wanted)}`);
if (!goTo(wanted))
	end(1, "То, что вы изменили, изменилось и в новой версии (git показал, что мешает). Ничего не изменено.\n");
if (!build() || command("doctor", "check") !== 0) {
	say("Не получилось, возвращаем прежнюю версию…");
	goBack();
	build();
	end(1, `Осталась прежняя версия, ${name(before)}.\n`);
}
say(`Готово: ${name(wanted)}. Перезапустите сервер, например: systemctl restart sobesednik`);
say(`Назад: npm run update -- ${before.slice(0, 12)}, и снова перезапуск.`);

/** The commit of a version; without one, the newest of this branch at the place that it comes from. */
function commitOf(version) {
	if (version === undefined) {
		const newest = branch && read("rev-parse", "--verify", "--quiet", "@{upstream}^{commit}");
		return (
			newest ||
			end(
				2,
				"Здесь стоит отдельная версия, а не ветка. Назовите, до какой обновить: npm run update -- main\n",
			)
		);
	}
	const remote = read("rev-parse", "--verify", "--quiet", `origin/${version}^{commit}`);
	const found = remote ?? read("rev-parse", "--verify", "--quiet", `${version}^{commit}`);
	return found ?? end(2, `Версии ${version} нет.\n`);
}

/**
 * A named branch is followed from now on, another version stands for itself. Files that the operator has changed stay.
 */
function goTo(commit) {
	if (version === undefined) return git("merge", "--quiet", "--ff-only", commit);
	const remote = `origin/${version}`;
	if (read("rev-parse", "--verify", "--quiet", remote) === null)
		return git("checkout", "--quiet", "--detach", commit);
	if (read("rev-parse", "--verify", "--quiet", `refs/heads/${version}`) === null)
		return git("checkout", "--quiet", "-b", version, "--track", remote);
	// Commits of the operator's own stay: what they and the new version have both changed is for them to join.
	if (git("checkout", "--quiet", version) && git("merge", "--quiet", "--ff-only", commit)) return true;
	goBack();
	return false;
}

/** To where it was before. */
function goBack() {
	return git("checkout", "--quiet", ...(branch ? ["-B", branch, before] : ["--detach", before]));
}

/** A build of its own process: this file may be older than what it has fetched. */
function build() {
	rmSync(KEPT, { recursive: true, force: true });
	const names = existsSync(CHUNKS) ? readdirSync(CHUNKS) : [];
	if (names.length > 0) cpSync(CHUNKS, KEPT, { recursive: true });
	const built = run([runtime(), "bin/build.mjs"]) === 0;
	if (built && names.length > 0) cpSync(KEPT, CHUNKS, { recursive: true, force: false });
	rmSync(KEPT, { recursive: true, force: true });
	return built;
}

function command(...args) {
	return run([runtime(), "bin/operator.mjs", ...args], environment());
}

function git(...args) {
	return spawnSync("git", args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}

/** The output of git; null where it fails. */
function read(...args) {
	const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
	return status === 0 ? stdout.trim() : null;
}

/** A tag where there is one. */
function name(commit) {
	return read("describe", "--tags", "--exact-match", commit) ?? commit.slice(0, 12);
}

function say(text) {
	console.log(text);
}

function end(code, text) {
	(code === 0 ? process.stdout : process.stderr).write(text);
	process.exit(code);
}
