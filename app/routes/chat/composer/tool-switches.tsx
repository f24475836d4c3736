import { useTranslation } from "react-i18next";
import type { Switches } from "../../../chat/tools/switches.server.ts";
import { Icon } from "../../../icons/icon.tsx";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";
import { usePopMenus } from "../../../ui/use-pop-menus.ts";
import type { ModelChoice } from "./model-choice.ts";

type Props = {
	model: ModelChoice | undefined;
	/** What is on as the page is made. */
	on: Switches;
};

/**
 * What the next answer may use. The browser keeps the fields, with script and without: nothing but a press switches
 * them. Where the model calls no tools, or there are none, there is nothing to switch.
 */
export function ToolSwitches({ model, on }: Props) {
	const { t } = useTranslation("steps");
	const { canSearch, tools } = useFrame();
	const menu = usePopMenus();
	if (!model?.tools) return null;
	return (
		<>
			{canSearch ? (
				<label className="switch-pill" title={t("switch.search")}>
					<input
						type="checkbox"
						// biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is on
						role="switch"
						name="search"
						value="1"
						defaultChecked={on.search === true}
					/>
					<Icon name="magnify" />
					<span>{t("switch.search")}</span>
				</label>
			) : null}
			{tools.length > 0 ? (
				<details className="pop tool-menu" {...menu}>
					<summary className="icon-btn" title={t("switch.tools")}>
						<Icon name="code-tags" />
						<span className="sr-only">{t("switch.tools")}</span>
					</summary>
					<div className="menu pop-panel">
						<p className="menu-note">{t("switch.uses")}</p>
						{tools.map(({ name, title, serverTitle, foreign }) => (
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
									<small>{foreign ? t("switch.foreign", { server: serverTitle }) : serverTitle}</small>
								</span>
							</label>
						))}
					</div>
				</details>
			) : null}
		</>
	);
}
