/** Said to the model after its own beginning of an answer; it goes on, and nothing it has said is taken back. */
export const GO_ON =
	"Продолжи свой ответ ровно с того места, где он оборвался. Не повторяй уже написанное и не извиняйся.";
