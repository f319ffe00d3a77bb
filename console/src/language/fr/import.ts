// French messages: imports of leads, prices, journals and bank statements.

import type { imports as english } from '../en/import.js';

export const imports: Readonly<Record<keyof typeof english, string>> = {
  'import.account': 'Compte bancaire',
  'import.all-lines': 'Toutes les lignes',
  'import.captured': 'Prospects créés',
  'import.column.amount': 'Montant',
  'import.column.credit': 'Crédit',
  'import.column.date': 'Date',
  'import.column.debit': 'Débit',
  'import.column.description': 'Libellé',
  'import.column.none': 'Absente du fichier',
  'import.column.one': 'Colonne',
  'import.column.reference': 'Référence',
  'import.column.unread': 'Ignorée',
  'import.columns': 'Colonnes',
  'import.date-format': 'Format des dates',
  'import.done': 'L’import est fait.',
  'import.duplicates': 'Lignes qui correspondent à une personne connue',
  'import.duplicates.CAPTURE': 'Importer quand même',
  'import.duplicates.SKIP': 'Ignorer',
  'import.file': 'Fichier (CSV, MT940 ou camt.053)',
  'import.leads.hint':
    'La première ligne porte les en-têtes, par exemple firstName, lastName, emailAddress1.',
  'import.leads.sum':
    '{rows} lignes : {accepted} acceptées, {duplicates} doublons, {refused} refusées',
  'import.leads.undo':
    'L’annulation supprime les prospects non travaillés. Les autres sont conservés.',
  'import.lines': 'Lignes',
  'import.lines.shown': 'Les {shown} premières de {count} lignes.',
  'import.match': 'Rapprocher',
  'import.match.again': 'Rapprocher encore',
  'import.match.done': 'La ligne est rapprochée.',
  'import.match.none':
    'Aucun mouvement non rapproché de ce compte, de ce montant et de ce sens n’a été ' +
    'comptabilisé à dix jours près.',
  'import.match.reversal': 'son extourne',
  'import.match.title': 'Rapprocher cette ligne',
  'import.matched': 'Rapprochées',
  'import.matched.again':
    'Le relevé a été rapproché de nouveau, écritures plus récentes comprises.',
  'import.new.leads': 'Importer des prospects',
  'import.new.prices': 'Importer des cours',
  'import.new.statements': 'Importer un relevé bancaire',
  'import.none': 'Aucun import',
  'import.none-seen': 'Il n’y a aucun import que vous puissiez consulter.',
  'import.of.leads': 'Prospects',
  'import.of.prices': 'Cours',
  'import.of.statements': 'Relevés bancaires',
  'import.open-lines': 'Lignes sans rapprochement',
  'import.open-lines.none': 'Toutes les lignes sont rapprochées.',
  'import.preview': 'Aperçu',
  'import.prices.hint':
    'La première ligne porte les en-têtes : security, date, open, high, low, close, volume.',
  'import.prices.made': 'Nouveaux ou remplacés',
  'import.prices.replace': 'Remplacer les cours existants qui diffèrent',
  'import.prices.sum':
    '{rows} lignes : {imported} nouvelles, {replaced} remplacées, {unchanged} inchangées, ' +
    '{refused} refusées',
  'import.prices.undo':
    'L’annulation retire les nouveaux cours et rétablit les anciens. Les cours que la cote ou un ' +
    'import ultérieur a changés sont conservés.',
  'import.row': 'Ligne',
  'import.statements.hint':
    'Les lignes déjà importées sont ignorées : les fichiers peuvent se chevaucher.',
  'import.statements.sum':
    '{lineCount} lignes nouvelles, {doubledCount} déjà connues, {matchedCount} rapprochées ' +
    'automatiquement',
  'import.statements.undo':
    'L’annulation retire les lignes du relevé. Leurs mouvements ne sont plus rapprochés.',
  'import.undone': 'L’import est annulé.',
  'import.undone.count': 'Annulés',
  'import.unmatch': 'Dérapprocher',
  'import.unmatched': 'Le rapprochement est retiré.',
  'import.unread': 'Colonnes ignorées : {columns}',
  'journal.member.account': 'Compte',
  'journal.member.credit': 'Crédit',
  'journal.member.currency': 'Devise',
  'journal.member.date': 'Date d’opération',
  'journal.member.debit': 'Débit',
  'journal.member.journal': 'Journal',
  'journal.member.narration': 'Libellé',
  'journal.member.valueDate': 'Date de valeur',
  'place.imports': 'Imports',
  'price.member.close': 'Clôture',
  'price.member.date': 'Date',
  'price.member.high': 'Plus haut',
  'price.member.low': 'Plus bas',
  'price.member.open': 'Ouverture',
  'price.member.security': 'Valeur',
  'price.member.volume': 'Volume',
};
