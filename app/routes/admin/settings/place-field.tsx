import { useTranslation } from "react-i18next";
import { Choices } from "../confirm/choices.tsx";

const PLACES = ["home", "abroad"] as const;

type PlaceFieldProps = {
	/** The words about what follows from a place. */
	textOf: (place: (typeof PLACES)[number]) => string;
	chosen: string;
};

/** The side of the border that a server is on. */
export function PlaceField({ textOf, chosen }: PlaceFieldProps) {
	const { t } = useTranslation("admin");
	const options = PLACES.map((value) => ({
		value,
		label: t(`models.places.${value}`),
		text: textOf(value),
	}));
	return <Choices legend={t("models.place")} name="place" options={options} chosen={chosen} />;
}
