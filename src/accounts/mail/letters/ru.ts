import { createCount } from '../../../domain/counted.ts';
import type { LetterTexts, Values } from './en.ts';

const count = createCount('ru');
const requests = (limit: string) =>
  count(Number(limit), { one: 'запрос', few: 'запроса', other: 'запросов' });

/** Where the holder acted from; empty if the holder did not act. */
function from({ origin }: Values): string {
  return origin && ` (IP-адрес: ${origin})`;
}

function warning({ url }: Values): string {
  return `Если это сделали не вы, войдите в учётную запись и нажмите «Выйти на всех устройствах», затем войдите снова и смените ключ:\n${url}`;
}

function webhookWarning({ url }: Values): string {
  return `Если это сделали не вы, войдите в учётную запись и нажмите «Выйти на всех устройствах», затем войдите снова и удалите вебхук:\n${url}`;
}

function operatorHasKey({ url }: Values): string {
  return `Ключ был показан оператору сервиса, который его вам передаст. Заменить его можно на странице учётной записи:\n${url}`;
}

function renew({ renewUrl, url }: Values): string {
  if (renewUrl === '') {
    return `Чтобы продлить тариф, обратитесь к оператору сервиса. Страница учётной записи:\n${url}`;
  }
  return `Продлить тариф можно здесь:\n${renewUrl}`;
}

export const RUSSIAN: LetterTexts = {
  greeting: 'Здравствуйте!',
  letters: {
    sign_in_link: {
      subject: 'Вход в учётную запись Registru',
      paragraphs: ({ url, time }) => [
        `Чтобы войти в учётную запись, откройте эту ссылку и нажмите кнопку на странице:\n${url}`,
        `Ссылка действует один раз. Её срок истекает ${time}.`,
        'Если вы не запрашивали ссылку, не обращайте внимания на это письмо: без неё никто не войдёт в учётную запись.',
      ],
    },
    key_created: {
      subject: 'Новый ключ API',
      paragraphs: (values) => [
        `У вашей учётной записи новый ключ API (${values.keyStart}…), он создан ${values.time}${from(values)}.`,
        values.isByOperator
          ? operatorHasKey(values)
          : `Ключ показывается один раз, на странице учётной записи:\n${values.url}`,
        values.origin && warning(values),
      ],
    },
    key_regenerated: {
      subject: 'Ключ API заменён',
      paragraphs: (values) => [
        `Ключ API вашей учётной записи заменён новым (${values.keyStart}…) ${values.time}${from(values)}. Старый ключ больше не действует.`,
        values.isByOperator ? operatorHasKey(values) : warning(values),
      ],
    },
    key_revoked: {
      subject: 'Ключ API отозван',
      paragraphs: (values) => [
        `Ключ API ${values.keyStart}… отозван ${values.time}${from(values)} и больше не действует.`,
        values.origin &&
          `Если это сделали не вы, войдите в учётную запись и нажмите «Выйти на всех устройствах», затем войдите снова и создайте новый ключ:\n${values.url}`,
      ],
    },
    new_browser: {
      subject: 'Вход в учётную запись из нового браузера',
      paragraphs: (values) => [
        `В вашу учётную запись вошли из нового браузера ${values.time}, IP-адрес: ${values.origin}.`,
        warning(values),
      ],
    },
    limit_reached: {
      subject: 'Запросы сверх лимита',
      paragraphs: ({ url, time, planName, limit, windowSeconds }) => [
        `${time} часть запросов с вашим ключом API превысила лимит тарифа ${planName}, то есть ${requests(limit)} за любые ${windowSeconds} секунд, и получила ответ 429.`,
        `Программе следует подождать t секунд (значение из заголовка RateLimit), после чего освободится место (Retry-After всегда равен ${windowSeconds}), и распределять запросы во времени. Страница учётной записи показывает запросы за каждый день:\n${url}`,
        'Такое письмо приходит не чаще раза в день. Отключить его можно на той же странице.',
      ],
    },
    plan_ending: {
      subject: 'Срок тарифа скоро истекает',
      paragraphs: (values) => [
        `Тариф ${values.planName} действует по ${values.time} включительно. После этого запросы с вашим ключом API будут получать ответ 403. Ключ сохраняется и снова заработает, когда у вас будет тариф с доступом к API.`,
        renew(values),
        values.renewUrl && `Страница учётной записи:\n${values.url}`,
      ],
    },
    plan_ended: {
      subject: 'Срок тарифа истёк',
      paragraphs: (values) => [
        `Срок тарифа ${values.planName} (последний день: ${values.time}) истёк. Запросы с вашим ключом API получают ответ 403. Ключ сохраняется и снова заработает, когда у вас будет тариф с доступом к API.`,
        renew(values),
        values.renewUrl && `Страница учётной записи:\n${values.url}`,
      ],
    },
    confirm_present_email: {
      subject: 'Смена адреса электронной почты',
      paragraphs: ({ url, time, newEmail, origin }) => [
        `Чтобы сменить адрес учётной записи на ${newEmail}, откройте эту ссылку там, где вы вошли в учётную запись, и нажмите кнопку на странице. Затем вы получите письмо на новый адрес:\n${url}`,
        `Срок ссылки истекает ${time}. Смену запросили с IP-адреса ${origin}.`,
        'Если это сделали не вы, войдите в учётную запись и нажмите «Выйти на всех устройствах»: ссылка перестанет действовать. Затем войдите снова и смените ключ.',
      ],
    },
    confirm_new_email: {
      subject: 'Подтвердите новый адрес электронной почты',
      paragraphs: ({ url, time }) => [
        `Чтобы использовать этот адрес для учётной записи Registru, откройте эту ссылку там, где вы вошли в учётную запись, и нажмите кнопку на странице:\n${url}`,
        `Срок ссылки истекает ${time}. После этого будет выполнен выход во всех браузерах, и входить нужно будет с этим адресом.`,
        'Если вы этого не запрашивали, не обращайте внимания на это письмо.',
      ],
    },
    confirm_deletion: {
      subject: 'Удаление учётной записи',
      paragraphs: ({ url, time, origin }) => [
        `Чтобы удалить учётную запись вместе с ключом, статистикой, списком отслеживания и вебхуком, откройте эту ссылку там, где вы вошли в учётную запись, и нажмите кнопку на странице:\n${url}`,
        `Срок ссылки истекает ${time}. Удаление запросили с IP-адреса ${origin}.`,
        'Если это сделали не вы, войдите в учётную запись и нажмите «Выйти на всех устройствах»: ссылка перестанет действовать. Затем войдите снова и смените ключ.',
      ],
    },
    email_changed: {
      subject: 'Адрес электронной почты изменён',
      paragraphs: (values) => [
        `Адрес вашей учётной записи изменён на ${values.newEmail} ${values.time}${from(values)}. Теперь письма отправляются туда.`,
        'Если это сделали не вы, немедленно сообщите оператору сервиса.',
      ],
    },
    account_deleted: {
      subject: 'Учётная запись удалена',
      paragraphs: (values) => [
        `Ваша учётная запись удалена ${values.time}${from(values)}. Её ключ больше не действует.`,
      ],
    },
    webhook_set: {
      subject: 'Задан адрес вебхука',
      paragraphs: (values) => [
        `${values.time} задан адрес вашего вебхука: ${values.host}${from(values)}. Туда отправляются изменения компаний из списка отслеживания.`,
        values.origin && webhookWarning(values),
      ],
    },
    webhook_secret_rotated: {
      subject: 'Секрет вебхука заменён',
      paragraphs: (values) => [
        `${values.time} секрет вашего вебхука на ${values.host} заменён новым${from(values)}.`,
        values.origin && webhookWarning(values),
      ],
    },
    webhook_failing: {
      subject: 'Не удаётся доставить изменения вебхуку',
      paragraphs: ({ url, time, host }) => [
        `Начиная с ${time} изменения не удаётся доставить вашему вебхуку на ${host}. Сервис повторяет попытки в течение трёх дней с этого момента; изменения за это время не теряются.`,
        `Последние попытки и причины ошибок показаны на странице учётной записи:\n${url}`,
      ],
    },
    webhook_stopped: {
      subject: 'Вебхук остановлен',
      paragraphs: ({ url, time, host, webhookStop }) => [
        `${time} ваш вебхук на ${host} был остановлен. ${webhookStop}`,
        `Возобновить его можно на странице учётной записи:\n${url}`,
      ],
    },
  },
  webhookStops: {
    failing:
      'В течение трёх дней все попытки были неудачными. После возобновления доставка продолжится с последнего доставленного изменения.',
    gone: 'Его адрес ответил 410. После возобновления доставка продолжится с последнего доставленного изменения.',
    changes_not_kept:
      'Изменения после последнего доставленного больше не хранятся. После возобновления будут доставляться изменения с этого момента.',
  },
};
