import { API_PLANS } from '../../domain/account/plan.ts';
import type { Texts } from './en.ts';
import {
  ATTEMPT_MINUTES,
  createWords,
  FAILED_REQUEST_RETENTION_DAYS,
  LINK_MINUTES,
  MAX_FAILED_REQUESTS,
  MAX_NEW_KEYS,
  toPriceText,
  USAGE_DAYS,
  WINDOW_SECONDS,
} from './facts.ts';

const { count, planChoice, planList } = createWords('ru');
const days = count(USAGE_DAYS, { one: 'день', few: 'дня', other: 'дней' });
const failureDays = count(FAILED_REQUEST_RETENTION_DAYS, {
  one: 'день',
  few: 'дня',
  other: 'дней',
});
const seconds = count(WINDOW_SECONDS, { one: 'секунду', few: 'секунды', other: 'секунд' });
const perWindow = (limit: number) =>
  `${count(limit, { one: 'запрос', few: 'запроса', other: 'запросов' })} за любые ${seconds}`;

export const ru: Texts = {
  title: 'Учётная запись API',
  staff: 'Сотрудникам: запросы ко всем учётным записям и компаниям',
  staffPages: 'Сотрудникам: поиск учётной записи или компании',
  signIn: {
    title: 'Вход',
    lead: 'Введите адрес электронной почты учётной записи. Мы пришлём ссылку для входа.',
    email: 'Адрес электронной почты',
    send: 'Получить ссылку',
    sentTitle: {
      mail: 'Проверьте почту',
      terminal: 'Ссылка в терминале',
      none: 'Запросите ссылку',
    },
    sent: {
      mail: (email) =>
        `Если есть учётная запись с адресом ${email}, ссылка для входа придёт через несколько секунд. Она действует один раз, в течение ${count(LINK_MINUTES, { one: 'минуты', other: 'минут' })}.`,
      terminal: (email) =>
        `Если есть учётная запись с адресом ${email}, ссылка для входа — в терминале, где запущена эта демонстрация. Она действует один раз, в течение ${count(LINK_MINUTES, { one: 'минуты', other: 'минут' })}.`,
      none: (email) =>
        `Сервис пока не отправляет писем. Ссылку для входа в учётную запись ${email} может выдать оператор сервиса.`,
    },
    again: 'Указать другой адрес',
    pitch: 'Любая компания Молдовы одним запросом',
    linkTitle: 'Вход в Registru',
    linkLead: 'Вы входите в учётную запись',
    linkButton: 'Войти',
    badLinkTitle: 'Ссылка больше не действует',
    badLink: 'Она уже использована или её срок истёк. Запросите новую.',
    newLink: 'Запросить новую ссылку',
    otherLinkTitle: 'Открыта другая ссылка',
    otherLink:
      'Тем временем в этом браузере была открыта другая ссылка для входа, поэтому вход не выполнен. Откройте свою ссылку ещё раз.',
  },
  plan: {
    title: 'Тариф',
    limit: 'Лимит',
    perWindow,
    lastWindow: `Использовано за последние ${seconds}`,
    usedOf: (used, limit) => `${used}\u00a0из\u00a0${limit}`,
    allUsed: 'все использованы: следующие запросы получат 429',
    watchList: 'Список отслеживания',
    until: 'Действует до',
    noEnd: 'Бессрочно',
    ended: 'Закончился',
    noAccess: 'Без доступа к API',
    lacksTitle: `API входит в тарифы ${planList}`,
    lacks: 'Ваш тариф не включает доступ к API. С одним из этих тарифов вы получаете:',
    items: (prices) => [
      ...API_PLANS.map(
        ({ plan, name, limit }) =>
          `${name}: ключ API и ${perWindow(limit)}${toPriceText(prices[plan])}`,
      ),
      'Учредители, администраторы и виды деятельности каждой зарегистрированной компании в JSON',
    ],
    end: {
      ending: {
        title: (name, day) => `Срок тарифа ${name} истекает ${day}`,
        lead: 'После этого дня запросы с вашим ключом будут получать ответ 403.',
      },
      over: {
        title: (name, day) =>
          `Срок тарифа ${name} истёк${day === null ? '' : ` (последний день: ${day})`}`,
        lead: 'Запросы с вашим ключом получают ответ 403. Ключ снова заработает, когда у вас будет тариф с доступом к API.',
      },
      renew: 'Продлить тариф',
      askOperator: 'Чтобы продлить тариф, обратитесь к оператору сервиса.',
    },
  },
  key: {
    title: 'Ключ API',
    created: 'Создан',
    lastUsed: 'Последнее использование',
    usedNow: `За последние ${seconds}`,
    never: 'Ещё не использовался',
    none: 'У вас нет активного ключа. Создайте новый ключ.',
    suspended:
      'Запросы с этим ключом получают 403, пока у вас снова не появится тариф с доступом к API.',
    waiting: 'Ключ готов и ещё не был показан. Он показывается только один раз.',
    reveal: 'Показать ключ',
    create: 'Создать ключ',
    regenerate: 'Заменить…',
    revoke: 'Отозвать…',
    newTitle: 'Ваш ключ',
    newHint: 'Скопируйте его сейчас и храните надёжно. Больше он показан не будет.',
    newEnvironment: 'Поместите его в переменную окружения вашей программы',
    cancel: 'Отмена',
  },
  confirm: {
    regenerate: {
      heading: 'Заменить ключ?',
      warning: 'Вы получите новый ключ, а старый сразу перестанет работать.',
      button: 'Заменить ключ',
    },
    revoke: {
      heading: 'Отозвать ключ?',
      warning: 'Ключ сразу перестанет работать, и восстановить его нельзя.',
      button: 'Отозвать ключ',
    },
    leak: 'Вашей учётной записью пользуется кто-то другой? Сначала выйдите на всех устройствах, войдите снова, затем смените ключ.',
  },
  done: {
    revoked: 'Ключ отозван и больше не работает.',
    replaced: (time) =>
      `Ключ заменён ${time}; новый ключ был показан один раз. Если вы его не скопировали, замените его ещё раз.`,
  },
  usage: {
    title: `Запросы за последние ${days}`,
    today: 'Сегодня',
    month: days,
    kinds: {
      ok: '200 Успешно',
      notModified: '304 Без изменений',
      notFound: '404 Не найдено',
      clientErrors: '4xx Другие ошибки',
      limited: '429 Сверх лимита',
    },
    axis: 'Запросы за день (по кишинёвскому времени)',
    day: 'День',
    table: 'Показать таблицей',
    chart: (total, highest) => `Запросов за ${days}: ${total}; больше всего за день: ${highest}`,
    none: `За последние ${days} запросов не было.`,
    notices: {
      on: 'При первом за день (UTC) запросе сверх лимита вам приходит письмо.',
      off: 'Письма о запросах сверх лимита отключены.',
      turnOn: 'Включить',
      turnOff: 'Отключить',
    },
  },
  code: {
    title: 'Первый запрос',
    lead: 'Поместите ключ в переменную окружения REGISTRU_API_KEY.',
  },
  failures: {
    title: 'Последние неудачные запросы',
    none: `За последние ${failureDays} неудачных запросов не было.`,
    lead: `Последние ${count(MAX_FAILED_REQUESTS, { one: 'запрос', few: 'запроса', other: 'запросов' })} с вашим ключом, получивших 4xx или 5xx за последние ${failureDays}. Обращаясь за помощью, укажите ID запроса.`,
    older: (older) => `Более ранние запросы: ${older}`,
    requestId: 'ID запроса',
  },
  sessions: {
    title: 'Сеансы',
    current: 'Этот браузер',
    unknown: 'Неизвестный браузер',
    lastSeen: 'Последняя активность',
    end: 'Завершить',
    endOf: (browser) => `Завершить сеанс: ${browser}`,
    everywhere: 'Выйти на всех устройствах',
    everywhereHint: 'Завершает сеансы во всех браузерах, где открыта эта учётная запись.',
  },
  audit: {
    title: 'Последние события',
    you: 'Вы',
    service: 'Registru',
    none: 'Событий пока нет.',
    until: (day) => `до ${day}`,
    actions: {
      account_created: 'Учётная запись создана',
      account_deleted: 'Учётная запись удалена',
      subscription_changed: 'Тариф изменён',
      key_created: 'Ключ создан',
      key_revealed: 'Ключ показан',
      key_regenerated: 'Ключ заменён',
      key_revoked: 'Ключ отозван',
      link_issued: 'Выдана ссылка для входа',
      signed_in: 'Вход',
      signed_out: 'Выход',
      signed_out_everywhere: 'Выход на всех устройствах',
      role_changed: 'Роль изменена',
      identity_linked: 'Вход для сотрудников привязан',
      people_searched: 'Поиск человека',
      webhook_set: 'Задан адрес вебхука',
      webhook_secret_rotated: 'Секрет вебхука заменён',
      webhook_tested: 'Вебхук проверен',
      webhook_paused: 'Вебхук приостановлен',
      webhook_resumed: 'Вебхук возобновлён',
      webhook_stopped: 'Вебхук остановлен',
      webhook_removed: 'Вебхук удалён',
    },
  },
  refusals: {
    NO_ACTIVE_API_PLAN: `Для ключа нужен действующий тариф ${planChoice}.`,
    KEY_EXISTS: 'У вас уже есть ключ. Ничего не изменено.',
    ALREADY_REVEALED: 'Этот ключ уже был показан. Если он утерян, замените его.',
    NO_ACTIVE_KEY: 'Активного ключа нет. Ничего не изменено.',
    CONFLICT: 'Ключ изменился, пока страница была открыта, поэтому действие не выполнено.',
    TOO_MANY: `За последний час вы создали ${count(MAX_NEW_KEYS, { one: 'ключ', few: 'ключа', other: 'ключей' })}. Попробуйте позже.`,
    REGENERATE_NEEDED: 'Этот ключ больше нельзя показать. Замените его.',
    INVALID_EMAIL: 'Введите один адрес электронной почты, например ana@example.com.',
    TOO_MANY_ATTEMPTS: `Слишком много попыток. Попробуйте снова через ${count(ATTEMPT_MINUTES, { one: 'минуту', few: 'минуты', other: 'минут' })}.`,
    TOO_BUSY: 'Сейчас запрашивается слишком много ссылок для входа. Попробуйте снова через минуту.',
  },
};
