export const USAGE = `Люди и их аккаунты. Настройки те же, что у сервера: запускайте с теми же переменными окружения.

  npm run users -- list [--page N]            все аккаунты, новые первыми
  npm run users -- find ЧАСТЬ [--page N]      аккаунты, в почте которых есть эта часть
  npm run users -- show КТО                   всё об аккаунте: сеансы, согласия, события
  npm run users -- add ПОЧТА                  пригласить: письмо со ссылкой, чтобы задать пароль
  npm run users -- block КТО                  закрыть доступ; сеансы завершатся
  npm run users -- unblock КТО                снова открыть доступ
  npm run users -- end-sessions КТО           завершить все сеансы
  npm run users -- drop-second-step КТО       выключить второй шаг входа: человек потерял телефон и коды
  npm run users -- role КТО РОЛЬ              дать роль: owner, administrator, support, accountant; none — забрать
  npm run users -- export КТО ФАЙЛ            записать всё об аккаунте в файл JSON
  npm run users -- delete КТО [--yes]         удалить аккаунт и всё, что в нём

КТО — почта или идентификатор аккаунта.
Код выхода: 0 — сделано, 1 — не найдено или сделать нельзя, 2 — ошибка в команде или настройках.
`;
