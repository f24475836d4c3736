import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import type { Switches } from "../../../chat/tools/switches.server.ts";
import { Icon } from "../../../icons/icon.tsx";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";
import { usePopMenus } from "../../../ui/use-pop-menus.ts";
import type { ModelChoice } from "./model/model-choice.ts";

type Props = {
	model: ModelChoice | undefined;
	/** The switches that are on as the page is made. */
	on: Switches;
};

/**
 * The switches of the tools that the next answer may use. The browser keeps the fields, with script and without:
 * nothing but a press switches them. A switch that the chosen model has no use for is out of sight, and stays as it is
 * for another model.
 */
export function ToolSwitches({ model, on }: Props) {
	const { t } = useTranslation("steps");
	const { canSearch, searchIn, canThinkLonger, thinkLongerIn, tools, toolsIn } = useFrame();
	const menu = usePopMenus();
	const panel = useRef<HTMLDivElement>(null);
	const [count, setCount] = useState(tools.filter(({ name }) => on.tools?.includes(name)).length);
	const recount = () => setCount(panel.current?.querySelectorAll(":checked").length ?? 0);
	const countEarly = useEffectEvent(recount);
	// A tool may have been switched before the script ran.
	useEffect(() => countEarly(), []);
	const [calls, thinks] = [model?.tools === true, model?.thinksLonger === true];
	const isMenuMade = useOnce(calls);
	return (
		<>
			{canSearch ? <SwitchPill name="search" icon="web" on={on.search} hidden={!calls} /> : null}
			<OfPlan name="search" icon="web" plan={searchIn} hidden={!calls} />{" "}
			{canThinkLonger ? (
				<SwitchPill name="think" icon="head-lightbulb-outline" on={on.think} hidden={!thinks} />
			) : null}
			<OfPlan name="think" icon="head-lightbulb-outline" plan={thinkLongerIn} hidden={!thinks} />{" "}
			<OfPlan name="tools" icon="tune-variant" plan={toolsIn} hidden={!calls} />
			{isMenuMade
				? null
				: on.tools?.map((name) => <input key={name} type="hidden" name="tool" value={name} />)}
			{tools.length > 0 && isMenuMade ? (
				<details className="pop tool-menu" hidden={!calls} {...menu}>
					<summary className="switch-pill" title={t("switch.tools")}>
						<Icon name="tune-variant" />
						<span className="sr-only">
							{count === 0 ? t("switch.tools") : t("switch.toolsOn", { count })}
						</span>
						{count === 0 ? null : (
							// The style sheet draws it: a text browser would read it as a digit of the words before it.
							<b className="pill-count" aria-hidden="true" data-n={count} />
						)}
					</summary>
					<div ref={panel} className="menu pop-panel" onChange={recount}>
						<p className="menu-note">{t("switch.uses")}</p>
						{tools.map(({ name, title, serverTitle, crossBorder }) => (
							<label key={name} className="menu-item">
								<input
									type="checkbox"
									// biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is on
									role="switch"
									className="switch"
									name="tool"
									value={name}
									defaultChecked={on.tools?.includes(name) === true}
								/>
								<span>
									{title}{" "}
									<small>
										{crossBorder ? t("switch.crossBorder", { server: serverTitle }) : serverTitle}
									</small>
								</span>
							</label>
						))}
						{tools.some(({ asks }) => asks) ? (
							<>
								<div className="menu-sep" />
								<p className="menu-note">{t("switch.asks")}</p>
							</>
						) : null}
					</div>
				</details>
			) : null}
		</>
	);
}

type PillProps = {
	name: "search" | "think";
	icon: "web" | "head-lightbulb-outline";
	on: boolean | undefined;
	hidden: boolean;
};

/**
 * Whether something has been shown. A text browser shows hidden elements: an element that has not been shown is not
 * made.
 */
function useOnce(shown: boolean): boolean {
	const [was, setWas] = useState(shown);
	if (shown && !was) setWas(true);
	return was || shown;
}

function SwitchPill({ name, icon, on, hidden }: PillProps) {
	const { t } = useTranslation("steps");
	const label = t(`switch.${name}`);
	if (!useOnce(!hidden)) return on ? <input type="hidden" name={name} value="1" /> : null;
	return (
		<label className="switch-pill" title={label} hidden={hidden}>
			<input
				type="checkbox"
				// biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is on
				role="switch"
				name={name}
				value="1"
				defaultChecked={on === true}
			/>
			<Icon name={icon} />
			<span>{label}</span>
		</label>
	);
}

type OfPlanProps = {
	name: PillProps["name"] | "tools";
	icon: PillProps["icon"] | "tune-variant";
	/** Null: it is in the person's plan, or nowhere. */
	plan: string | null;
	hidden: boolean;
};

/**
 * In place of a switch or of their menu, where the person's plan has not what it switches: which one has it, and the
 * way there.
 */
function OfPlan({ name, icon, plan, hidden }: OfPlanProps) {
	const { t } = useTranslation("steps");
	if (plan === null || hidden) return null;
	const why = plan === "" ? t("searchNone") : t("searchOf", { plan });
	// The icon of the menu stands for its words, as where there is a menu.
	const isMenu = name === "tools";
	return (
		<Link className={isMenu ? "switch-pill tool-menu" : "switch-pill"} to={href("/payment")} title={why}>
			<Icon name={icon} />
			<Icon name="lock-outline" />
			<span className={isMenu ? "sr-only" : undefined}>
				{t(`switch.${name}`)}
				<span className="sr-only">. {why}</span>
			</span>
		</Link>
	);
}
