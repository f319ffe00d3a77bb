// French: imports of leads and bank statements.

import type { imports as english } from '../en/import.js';

export const imports: Readonly<Record<keyof typeof english, string>> = {
  'import.account': 'Compte de la banque',
  'import.captured': 'Prospects',
  'import.column.amount': 'Montant',
  'import.column.credit': 'Crédit',
  'import.column.date': 'Date',
  'import.column.debit': 'Débit',
  'import.column.description': 'Libellé',
  'import.column.none': 'Absente du fichier',
  'import.column.one': 'Colonne',
  'import.column.reference': 'Référence',
  'import.column.unread': 'Pas lue',
  'import.columns': 'Rôle de chaque colonne',
  'import.date-format': 'Format des dates',
  'import.done': 'C’est importé.',
  'import.duplicates': 'Lignes qui ressemblent à quelqu’un de connu',
  'import.duplicates.CAPTURE': 'Enregistrer quand même',
  'import.duplicates.SKIP': 'Laisser de côté',
  'import.file': 'Fichier (CSV, MT940 ou camt.053)',
  'import.leads.hint': 'Avec un en-tête, par exemple firstName, lastName, emailAddress1.',
  'import.leads.sum':
    '{rows} lignes : {accepted} acceptées, {duplicates} déjà connues, {refused} refusées',
  'import.leads.undo':
    'Les prospects que personne n’a travaillés sont retirés ; les autres restent.',
  'import.lines': 'Lignes',
  'import.matched': 'Rapprochées',
  'import.new.leads': 'Importer des prospects',
  'import.new.statements': 'Importer un relevé',
  'import.none': 'Rien n’a encore été importé',
  'import.none-seen': 'Il n’y a pas d’import que vous puissiez voir.',
  'import.of.leads': 'Prospects',
  'import.of.statements': 'Relevés bancaires',
  'import.open-lines': 'Lignes sans rapprochement',
  'import.preview': 'Lecture du fichier',
  'import.row': 'Ligne',
  'import.statements.hint':
    'Les lignes d’un import antérieur sont laissées de côté : un fichier peut revenir.',
  'import.statements.sum':
    '{lineCount} lignes nouvelles, {doubledCount} déjà là, {matchedCount} rapprochées aussitôt',
  'import.statements.undo': 'Ses lignes disparaissent et leurs mouvements ne sont plus rapprochés.',
  'import.undone': 'L’import est annulé.',
  'import.undone.count': 'Retirés',
  'import.unread': 'Colonnes non lues : {columns}',
  'place.imports': 'Imports',
};
