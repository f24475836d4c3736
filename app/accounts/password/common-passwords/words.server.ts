/**
 * Common words of passwords, and well-known long passwords that contain none. Written by hand; numbers, keyboard
 * walks and the other layout are in `patterns.server.ts`.
 */
export const commonWords: ReadonlySet<string> = new Set(
	`
	password passwd passw0rd passwort parol parola parolj pass secret sekret admin administrator root user guest login
	logon master access welcome letmein hello test testing default changeme system server manager superuser superman
	batman spiderman pokemon naruto starwars matrix terminator warcraft minecraft counterstrike dota stalker fortnite
	iloveyou ilovemyself loveyou love lovely lover lovers forever princess prince queen king angel angels devil demon
	dragon monkey tiger lion panther leopard jaguar eagle falcon phoenix wolf dolphin horse kitten kitty puppy rabbit
	butterfly sunshine sunflower flower flowers rainbow summer winter autumn spring snowball snowman shadow ghost
	football baseball basketball volleyball hockey soccer tennis boxing running swimming skateboard snowboard
	michael jordan jennifer jessica ashley amanda daniel david andrew anthony thomas joshua matthew robert william
	charlie christopher christian alexander alexandra alexandr alexey aleksandr aleksey andrey anton artem artur boris
	denis dmitriy dmitry eduard evgeniy evgeny fedor georgiy grigoriy igor ilya ivan ivanov kirill konstantin leonid
	maksim maxim mikhail nikita nikolay oleg pavel petr petrov roman ruslan sergey sergei stanislav stepan timur vadim
	valentin valeriy vasiliy victor viktor vitaliy vladimir vladislav yaroslav yuriy albina alena alina alla anastasia
	anastasiya angelina anna antonina darya diana ekaterina elena elizaveta galina inna irina kristina ksenia larisa
	lidia ljubov lubov ludmila lyudmila margarita maria marina mariya nadezhda natalia natalya nataliya nina oksana olga
	polina raisa regina snezhana sofia sofiya svetlana tamara tatiana tatyana valentina valeria vera veronica veronika
	victoria viktoria viktoriya yulia zhanna zinaida masha dasha sasha misha pasha dima vova kolya katya nastya natasha
	russia rossia rossiya moscow moskva piter petersburg saintpetersburg novosibirsk ekaterinburg kazan samara rostov
	ukraine ukraina belarus america american california washington australia canada england london liverpool
	manchester arsenal chelsea barcelona realmadrid juventus spartak zenit dinamo lokomotiv cska
	computer internet windows microsoft google facebook youtube twitter instagram telegram whatsapp vkontakte yandex
	samsung iphone android nokia motorola playstation nintendo xbox toyota mercedes ferrari porsche lamborghini mustang
	corvette camaro harley yamaha kawasaki suzuki subaru mitsubishi volkswagen chevrolet
	freedom trustno1 whatever nothing something anything everything someone nobody money dollar million billion business
	success lucky happy happiness smile friend friends bestfriend family mother father brother sister daughter children
	babygirl babyboy baby sweetheart sweety sweetie honey sugar candy chocolate cookie cookies banana strawberry apple
	orange watermelon pineapple blueberry cherry peaches pepper ginger cinnamon vanilla coffee cheese chicken
	music guitar metallica nirvana slipknot linkinpark eminem rammstein blink182 greenday beatles
	school student teacher university college science history english mathematics engineer doctor soldier captain
	blessed jesus christ jesuschrist godisgood heaven church bible faith grace hope peace
	killer hunter fighter warrior ninja samurai pirate cowboy gangster hacker player gamer thunder lightning storm
	hardcore monster zombie vampire werewolf assassin destroyer predator scorpion cobra viper python
	fuck fucker fuckyou fuckoff motherfucker asshole bitch bastard shit bullshit pussy dickhead sexy sexsex
	motherlode undertaker bladerunner enterprise startrek thunderbird cannonball caterpillar heartbreaker redskins
	photography photoshop motorcycle skywalker chelseafc manutd manunited qwerty qwert qwer asdf zxcv asdfgh zxcvbn
	qweasd qweasdzxc qazwsx wsxedc qwaszx zaqwsx asdzxc poiuyt lkjhgf mnbvcx
	пароль парол секрет админ администратор пользователь логин доступ вход привет здравствуй добро пожаловать тест
	проверка система мастер начальник директор компьютер интернет россия москва питер петербург украина беларусь сибирь
	люблю любовь любимая любимый любимка янелюблю ялюблютебя тебя солнце солнышко зайка зайчик котик котенок котёнок
	кошка собака тигр дракон медведь волк лиса сокол орел орёл дельфин лошадь птица бабочка цветок цветы роза ромашка
	радуга весна лето осень зима снег ветер море океан звезда небо земля огонь вода жизнь счастье радость удача надежда
	вера мечта сказка ангел демон дьявол призрак король королева принц принцесса царь богатырь воин солдат капитан
	спартак зенит динамо локомотив цска футбол хоккей баскетбол волейбол бокс чемпион победа победитель
	александр александра алексей анастасия андрей анна антон артем артём борис вадим валентина валерия василий вера
	вероника виктор виктория виталий владимир владислав галина георгий григорий дарья денис диана дмитрий евгений евгения
	екатерина елена елизавета иван игорь илья инна ирина кирилл константин кристина ксения лариса леонид лидия людмила
	максим маргарита марина мария михаил надежда наталья наташа никита николай нина оксана олег ольга павел полина роман
	руслан светлана сергей станислав степан тамара татьяна федор фёдор юлия юрий ярослав маша даша саша миша паша дима
	вова коля катя настя оля лена света таня аня юля ваня петя
	мама папа мамочка папочка мамапапа бабушка дедушка сестра брат сестренка братишка сынок дочка доченька дети семья
	ребенок ребёнок малыш подруга друг друзья работа деньги доллар миллион школа учитель студент институт университет
	машина автомобиль мерседес самолет самолёт корабль поезд гитара музыка рок металл вконтакте одноклассники яндекс
	сталкер танки шоколад конфета клубника яблоко банан апельсин вишня малина колбаса картошка
	хуй пизда блять сука жопа говно нахуй пиздец
	lublu lubov lubimaya solnce solnishko zaika kotik koshka sobaka medved privet parol123 samsung123 nastia natasha
	4815162342 3141592653 1123581321 spartak1922 zenit1925 moskva777 russia777 krasotka malishka devochka malchik
	`
		.trim()
		.split(/\s+/),
);
