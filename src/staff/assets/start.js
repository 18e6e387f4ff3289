// Runs before the editor's bundle, which asks here where its workers are.
const root = document.querySelector('#root');
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl(_module, label) {
    const { editorWorker, jsonWorker, graphqlWorker } = root.dataset;
    return { json: jsonWorker, graphql: graphqlWorker }[label] ?? editorWorker;
  },
};
document.addEventListener('DOMContentLoaded', () => {
  self.YogaGraphiQL.renderYogaGraphiQL(root, {
    title: 'Registru – staff',
    credentials: 'same-origin',
    shouldPersistHeaders: false,
    defaultQuery: root.dataset.query,
  });
});
