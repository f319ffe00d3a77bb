// French messages about wealth statements.

import type { wealthStatement as english } from '../en/wealth-statement.js';

export const wealthStatement: Readonly<Record<keyof typeof english, string>> = {
  'place.statements': 'Relevés de patrimoine',
  'statement.by': 'Lancé par',
  'statement.done.ALL': 'Les relevés sont en cours d’émission',
  'statement.done.CUSTOMER': 'Relevé émis',
  'statement.done.OFFICE': 'Les relevés sont en cours d’émission',
  'statement.empty': 'Rien à montrer',
  'statement.ends-from': 'Fin à partir du',
  'statement.ends-to': 'Fin jusqu’au',
  'statement.from': 'Premier jour',
  'statement.issue': 'Émettre des relevés',
  'statement.issue.hint':
    'La période doit être terminée. Si les chiffres n’ont pas changé depuis le dernier relevé de ' +
    'la période, aucun nouveau relevé n’est émis.',
  'statement.issued': 'Émis',
  'statement.none': 'Aucun relevé',
  'statement.none.hint': 'Les relevés montrent aux clients leur patrimoine et sa croissance.',
  'statement.period': 'Période',
  'statement.preview': 'Aperçu',
  'statement.progress': 'Avancement',
  'statement.progress.of': '{done} sur {customers}',
  'statement.refused': 'Refusés',
  'statement.replaced-by': 'Remplacé par',
  'statement.runs': 'Dernières émissions',
  'statement.scope': 'Clients',
  'statement.scope.ALL': 'Tous les clients',
  'statement.scope.CUSTOMER': 'Un client',
  'statement.scope.OFFICE': 'Une agence',
  'statement.to': 'Dernier jour',
  'statement.unchanged': 'Inchangés',
  'statement.value': 'Valeur',
  'statement.value.now': 'Valeur recalculée',
  'statement.version': 'Version',
};
