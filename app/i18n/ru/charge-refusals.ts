/** Why a bank or the gateway did not take a charge, within a sentence: on the screens and in the e-mails. */
export const refusals = {
	bank: "банк отклонил платёж",
	money: "не хватило денег или сработал лимит",
	details: "данные карты не подошли",
	time: "время на оплату вышло",
	ours: "платёжный сервис не успел ответить",
	mismatch: "платёж пришёл не таким, как мы его заказывали",
	other: "банк отклонил платёж",
	/** The codes whose words say more than their group's: the gateway's, and the last one of our own. */
	card_expired: "срок карты вышел",
	issuer_unavailable: "банк, который выпустил карту, не ответил",
	fraud_suspected: "платёж остановлен: он показался подозрительным",
	"3d_secure_failed": "платёж не подтверждён кодом банка (3-D Secure)",
	unreadable_card: "прочитать сохранённую карту не удалось",
};
