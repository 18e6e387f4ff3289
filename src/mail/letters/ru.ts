import { type LetterTexts, type Values, WINDOW_SECONDS } from './texts.ts';

const signature = 'Registru';

/** Where the holder was; empty where it was not the holder. */
function from({ origin }: Values): string {
  return origin === '' ? '' : ` (IP-адрес: ${origin})`;
}

function warning({ url }: Values): string {
  return `Если это сделали не вы, войдите в учётную запись, отзовите ключ и нажмите «Выйти на всех устройствах»:\n${url}`;
}

export const RUSSIAN: LetterTexts = {
  sign_in_link: {
    subject: 'Вход в учётную запись Registru',
    paragraphs: ({ url, time }) => [
      'Здравствуйте!',
      `Чтобы войти в учётную запись, откройте эту ссылку и нажмите кнопку на странице:\n${url}`,
      `Ссылка действует один раз. Её срок истекает ${time}.`,
      'Если вы не запрашивали ссылку, не обращайте внимания на это письмо: без неё никто не войдёт в учётную запись.',
    ],
    signature,
  },
  key_created: {
    subject: 'Новый ключ API',
    paragraphs: (values) => [
      'Здравствуйте!',
      `У вашей учётной записи новый ключ API (${values.keyStart}…), он создан ${values.time}${from(values)}.`,
      `Ключ показывается один раз, на странице учётной записи:\n${values.url}`,
      ...(values.origin === ''
        ? []
        : ['Если это сделали не вы, отзовите ключ на той же странице.']),
    ],
    signature,
  },
  key_regenerated: {
    subject: 'Ключ API заменён',
    paragraphs: (values) => [
      'Здравствуйте!',
      `Ключ API вашей учётной записи заменён новым (${values.keyStart}…) ${values.time}${from(values)}. Старый ключ больше не действует.`,
      warning(values),
    ],
    signature,
  },
  key_revoked: {
    subject: 'Ключ API отозван',
    paragraphs: (values) => [
      'Здравствуйте!',
      `Ключ API ${values.keyStart}… отозван ${values.time}${from(values)} и больше не действует.`,
      ...(values.origin === ''
        ? []
        : [
            `Если это сделали не вы, войдите в учётную запись и нажмите «Выйти на всех устройствах»:\n${values.url}`,
          ]),
    ],
    signature,
  },
  new_browser: {
    subject: 'Вход в учётную запись из нового браузера',
    paragraphs: (values) => [
      'Здравствуйте!',
      `В вашу учётную запись вошли из нового браузера ${values.time}, IP-адрес: ${values.origin}.`,
      warning(values),
    ],
    signature,
  },
  limit_reached: {
    subject: 'Запросы сверх лимита',
    paragraphs: ({ url, time, planName, limit }) => [
      'Здравствуйте!',
      `${time} часть запросов с вашим ключом API превысила лимит тарифа (${planName}, запросов за любые ${WINDOW_SECONDS} секунд: ${limit}) и получила ответ 429.`,
      `Программе следует ждать t секунд (значение из заголовка RateLimit), до ближайшего момента, когда освободится место (Retry-After всегда равен ${WINDOW_SECONDS}), и распределять запросы во времени. Страница учётной записи показывает запросы за каждый день:\n${url}`,
      'Такое письмо приходит не чаще раза в день. Отключить его можно на той же странице.',
    ],
    signature,
  },
};
