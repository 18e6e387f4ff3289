// Runs before the editor's bundle, which asks here where its workers are.
const root = document.querySelector('#root');
const dark = matchMedia('(prefers-color-scheme: dark)');
self.MonacoEnvironment = {
  globalAPI: true,
  getWorkerUrl(_module, label) {
    const { editorWorker, jsonWorker, graphqlWorker } = root.dataset;
    return { json: jsonWorker, graphql: graphqlWorker }[label] ?? editorWorker;
  },
};
document.addEventListener('DOMContentLoaded', () => {
  // A tab with a button in it is no tab for screen readers, which find a list of buttons instead.
  new MutationObserver(makeTabsButtons).observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['role', 'aria-selected'],
  });
  self.YogaGraphiQL.renderYogaGraphiQL(root, {
    credentials: 'same-origin',
    shouldPersistHeaders: false,
    isHeadersEditorEnabled: false,
    defaultEditorToolsVisibility: false,
    // As the page around it.
    forcedTheme: 'system',
    defaultQuery: root.dataset.query,
    ...findStoredTab(),
  });
});
// The editor chooses its colours once; the page changes with the system.
dark.addEventListener('change', () => {
  self.monaco?.editor.setTheme(dark.matches ? 'graphiql-DARK' : 'graphiql-LIGHT');
});

/**
 * The editor opens the stored tab that has both the query and the variables it starts with; if none
 * has, it adds one. Without a query in the address it would start with an empty one.
 */
function findStoredTab() {
  const query = new URLSearchParams(location.search).get('query');
  let tab;
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
    tab = query === null ? tabs[activeTabIndex] : tabs.find((one) => one.query === query);
  } catch {
    // Nothing is stored, or nothing that can be read: the editor starts with its first query.
  }
  return { query: query ?? tab?.query ?? undefined, variables: tab?.variables ?? '' };
}

function makeTabsButtons() {
  for (const list of root.querySelectorAll('.graphiql-tabs[role]')) list.removeAttribute('role');
  for (const tab of root.querySelectorAll('.graphiql-tab')) {
    const isActive = tab.classList.contains('graphiql-tab-active');
    tab.removeAttribute('role');
    tab.removeAttribute('aria-selected');
    tab.querySelector('.graphiql-tab-button')?.setAttribute('aria-current', String(isActive));
  }
}
