import type { FrameTexts } from './en.ts';

export const ru: FrameTexts = {
  languageName: 'Русский',
  language: 'Язык',
  skip: 'Перейти к содержанию',
  service: 'Сервис',
  docs: 'Документация',
  account: 'Учётная запись',
  status: 'Статус API',
  support: 'Поддержка',
  signOut: 'Выйти',
  retry: 'Попробовать снова',
  start: 'На главную',
  footer: 'Registru · данные Государственного регистра правовых единиц Молдовы',
  findCompany: 'Найдите компанию по наименованию или IDNO',
  find: 'Найти',
  getPlan: {
    subscribe: 'Выбрать тариф',
    lead: 'Доступ к API входит в тариф.',
    askSupport: 'Обратитесь за ним в службу поддержки',
    askOperator: 'Тарифы с доступом к API предоставляет оператор сервиса.',
    price: 'Цена',
  },
  copy: 'Копировать',
  copied: 'Скопировано',
  copyCode: (name) => `Копировать код ${name}`,
};
