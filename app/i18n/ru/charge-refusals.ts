/** Why a bank or the gateway did not take a charge, within a sentence: on the screens and in the e-mails. */
export const refusals = {
	bank: "банк отклонил платёж",
	money: "не хватило денег или сработал лимит",
	details: "срок или данные карты не подошли",
	time: "время на оплату вышло",
	ours: "платёжный сервис не успел ответить",
	mismatch: "платёж пришёл не таким, как мы его заказывали",
	other: "банк отклонил платёж",
};
