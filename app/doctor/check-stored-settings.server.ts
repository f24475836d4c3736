import { plansFileRead } from "../billing/plans/plans.server.ts";
import { modelsFileRead, modelsVariable } from "../chat/providers/stored/stored-models.server.ts";
import { lookFileRead } from "../operator/look/look-in-force.server.ts";
import { operatorFileRead } from "../operator/service.server.ts";
import { setAside } from "../platform/stored-settings/section-source.server.ts";
import { storedSettings } from "../platform/stored-settings/service.server.ts";
import { toolsFileRead } from "../tools/stored/stored-tools.server.ts";
import { type Finding, note } from "./finding.server.ts";

/** The sections that have a file, as the screens call them. */
const SECTIONS = [
	["Тарифы", "plans", plansFileRead],
	["Модели", "models", modelsFileRead],
	["Инструменты", "tools", toolsFileRead],
	["Оформление", "look", lookFileRead],
	["Реквизиты", "operator", operatorFileRead],
] as const;

/**
 * What was set on the screens and does not count: a file that somebody, or a new release, has changed since counts again,
 * and so do the variables that name models. A command that has not read the settings of the database finds nothing.
 */
export function checkStoredSettings(): Finding[] {
	const variable = storedSettings.ifStarted()?.get("models") ? modelsVariable() : null;
	return SECTIONS.flatMap(([name, section, file]) => {
		if (section === "models" && variable)
			return [note(`${name}: действует ${variable}, а не заданное на экране`)];
		if (!file || !setAside(section, file)) return [];
		return [
			note(
				`${name}: действует файл ${file.path}, а не заданное на экране: файл с тех пор другой. Верните его прежним или перенесите в базу заново`,
			),
		];
	});
}
