import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";

type LockedFieldProps = { id: string; label: string; value: string; note: string };

/** A setting that is set elsewhere: shown, not sent. */
export function LockedField({ id, label, value, note }: LockedFieldProps) {
	return (
		<div className="field field-locked">
			<div className="field-box">
				<input
					className="input"
					id={id}
					value={value}
					placeholder=" "
					readOnly
					aria-describedby={`${id}-help`}
				/>{" "}
				<label className="field-label" htmlFor={id}>
					{label}
				</label>
				<Icon name="lock-outline" />
			</div>
			<p className="field-help" id={`${id}-help`}>
				<Icon name="lock-outline" />
				<span>{note}</span>
			</p>
		</div>
	);
}

/** «Задано переменной APP_NAME», «Задано файлом content/look.json». */
export function useSetBy(): (lock: string) => string {
	const { t } = useTranslation("admin");
	return (lock) => t(lock.includes("/") ? "look.setByFile" : "look.setByVariable", { name: lock });
}
