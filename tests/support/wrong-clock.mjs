// Loaded before the server (`--import`): its clock is off by the milliseconds in the file CLOCK_FILE, as when somebody
// sets the clock of the machine. Timers go on as they do then: they count by another clock.
import { readFileSync } from "node:fs";

const RealDate = Date;
let offMs = 0;
const read = () => {
	offMs = Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
};
read();
setInterval(read, 20).unref();

class WrongDate extends RealDate {
	constructor(...args) {
		if (args.length === 0) super(RealDate.now() + offMs);
		else super(...args);
	}

	static now() {
		return RealDate.now() + offMs;
	}
}

globalThis.Date = WrongDate;
