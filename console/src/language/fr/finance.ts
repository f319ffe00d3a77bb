// French messages about cash, the ledger and reports.

import type { finance as english } from '../en/finance.js';

export const finance: Readonly<Record<keyof typeof english, string>> = {
  'cash.account': 'Compte',
  'cash.accounts': 'Comptes',
  'cash.amount': 'Montant',
  'cash.arrives': 'Montant reçu',
  'cash.batch': 'Lot',
  'cash.batch.cancel': 'Annuler le lot',
  'cash.batch.cancel.done': 'Les mouvements non comptabilisés du lot sont annulés.',
  'cash.batch.cancel.question': 'Chaque mouvement non comptabilisé du lot est annulé.',
  'cash.batch.done': 'Créées',
  'cash.batch.hint':
    'Une ligne porte les en-têtes, par exemple transType, partnerName, amount, reference. ' +
    'Rien n’est conservé avant l’import.',
  'cash.batch.import': 'Importer un lot',
  'cash.batch.made': 'Les mouvements du lot attendent l’approbation.',
  'cash.batch.name': 'Nom du lot',
  'cash.batch.name.hint':
    'Par défaut le nom du fichier. Les lignes d’un lot sont créées une seule fois.',
  'cash.batch.reverse': 'Extourner le lot',
  'cash.batch.reverse.done':
    'Les mouvements comptabilisés du lot sont extournés, ou attendent une deuxième personne.',
  'cash.batch.reverse.question':
    'Chaque mouvement comptabilisé du lot est extourné, si nécessaire après accord d’une ' +
    'deuxième personne.',
  'cash.batch.sum':
    '{rowCount, plural, one {# ligne} other {# lignes}} : ' +
    '{done, plural, one {# nouvelle} other {# nouvelles}}, ' +
    '{unchanged, plural, one {# inchangée} other {# inchangées}}, ' +
    '{refused, plural, one {# refusée} other {# refusées}}',
  'cash.batch.unchanged': 'Inchangées',
  'cash.cancel.many': 'Annuler',
  'cash.cancelled': 'Le mouvement est annulé.',
  'cash.cleared': 'Disponible en banque',
  'cash.cleared-by-bank': 'À la banque',
  'cash.cleared-by-bank.yes': 'Sur un relevé bancaire',
  'cash.create': 'Créer',
  'cash.date': 'Créé le',
  'cash.description': 'Libellé',
  'cash.early': 'Frais de débit anticipé',
  'cash.fee': 'Frais',
  'cash.journal': 'Écritures',
  'cash.kind': 'Nature',
  'cash.kind.all': 'Toutes les natures',
  'cash.list.none': 'Aucun mouvement',
  'cash.list.none.hint':
    'Les mouvements approuvés attendent ici d’être comptabilisés. Choisissez un autre état pour ' +
    'en voir plus.',
  'cash.list.none.other':
    'Aucun mouvement ne répond à ces filtres. Choisissez un autre état pour en voir plus.',
  'cash.made': 'Le mouvement est créé.',
  'cash.made-by': 'Créé par',
  'cash.method': 'Moyen',
  'cash.new': 'Nouveau mouvement',
  'cash.none': 'Aucun mouvement encore.',
  'cash.post': 'Comptabiliser',
  'cash.post.later': 'Plus tard',
  'cash.post.many': 'Comptabiliser',
  'cash.post.question':
    'Le mouvement est approuvé. Comptabiliser {amount} l’inscrit au grand livre.',
  'cash.posted': 'Le mouvement est comptabilisé.',
  'cash.rate': 'Cours',
  'cash.receiver': 'Vers',
  'cash.reversal.requested-by': 'Extourne demandée par',
  'cash.reverse': 'Extourner',
  'cash.reverse.requested':
    'L’extourne attend l’approbation. D’ici là, le mouvement reste comptabilisé.',
  'cash.reversed': 'Le mouvement est extourné.',
  'cash.statement': 'Relevé',
  'cash.statement.from': 'Relevé du',
  'cash.statement.to': 'Relevé au',
  'cash.transactions': 'Mouvements d’espèces',
  'cash.uncleared': 'À venir',
  'cash.value-date.posting': 'La date de comptabilisation',
  'integrity.bank': 'Aux banques des clients',
  'integrity.broken':
    'Un invariant n’est pas respecté. Arrêtez toutes les écritures et lisez la page de reprise.',
  'integrity.checked': 'Lignes vérifiées',
  'integrity.client-money': 'Argent des clients',
  'integrity.holds':
    'Les livres sont cohérents : chaque invariant est respecté pour chaque ligne, et l’argent ' +
    'des clients est couvert.',
  'integrity.invariants': 'Invariants',
  'integrity.name': 'Invariant',
  'integrity.no': 'Violé',
  'integrity.owed': 'Dû aux clients',
  'integrity.settlement': 'Règlement',
  'integrity.state': 'État',
  'integrity.surplus': 'Excédent',
  'integrity.violations': 'Violations',
  'integrity.yes': 'Tient',
  'journal.balances': 'Équilibré : {amount} de chaque côté',
  'journal.booked-as': 'Comptabilisé comme journal',
  'journal.cancel': 'Annuler le journal',
  'journal.cancel.question':
    'Le journal ne sera pas comptabilisé et ne demande plus d’approbation.',
  'journal.cancelled': 'Le journal est annulé.',
  'journal.closed-period': 'Période',
  'journal.closed-period.yes': 'Peut être en clôture provisoire',
  'journal.currency': 'Devise',
  'journal.decided-by': 'Décidé par',
  'journal.import': 'Importer des journaux',
  'journal.import.errors': 'Lignes refusées',
  'journal.import.go': 'Importer',
  'journal.import.hint':
    'Une ligne porte les en-têtes : journal, date, valueDate, account, currency, debit, ' +
    'credit, narration. Rien n’est conservé avant l’import.',
  'journal.import.made': 'L’import attend l’approbation.',
  'journal.import.one': 'Import',
  'journal.import.refused': 'Refusées',
  'journal.import.rows': 'Lignes',
  'journal.import.sum':
    '{rows, plural, one {# ligne} other {# lignes}} en ' +
    '{journals, plural, one {# journal} other {# journaux}}, ' +
    '{refused, plural, one {# refusée} other {# refusées}}',
  'journal.import.undo': 'Annuler',
  'journal.import.undo.requested': 'L’annulation attend l’approbation.',
  'journal.import.undo.question':
    'Une fois l’annulation approuvée, tous les journaux de cet import seront extournés.',
  'journal.line.add': 'Ajouter une ligne',
  'journal.line.remove': 'Retirer la ligne {line}',
  'journal.lines': 'Lignes',
  'journal.made': 'Le journal attend l’approbation.',
  'journal.new': 'Nouveau journal',
  'journal.none': 'Aucun journal manuel',
  'journal.none.hint':
    'Un journal manuel sert aux écritures qu’aucune autre page ne passe. Il est comptabilisé ' +
    'après approbation.',
  'journal.open': 'Écart entre débits et crédits : {amount}',
  'journal.reference': 'Pièce',
  'journal.reverse.question': 'Un journal aux lignes opposées est créé et attend l’approbation.',
  'journal.reversed-by': 'Extourné par le journal',
  'journal.reverses': 'Extourne le journal',
  'ledger.account': 'Compte',
  'ledger.as-of': 'Tel que connu le',
  'ledger.as-of.badge': 'Tel que connu à un moment passé',
  'ledger.balance': 'Solde',
  'ledger.closing': 'Clôture',
  'ledger.date': 'Comptabilisé',
  'ledger.line': 'Ligne',
  'ledger.no-lines': 'Pas de lignes entre ces dates',
  'ledger.none': 'Choisissez un compte',
  'ledger.none.hint': 'Cherchez un client, ou un compte de la maison comme les commissions.',
  'ledger.opening': 'Ouverture',
  'ledger.value-date': 'Date de valeur',
  'report.assets': 'Actif',
  'report.at': 'À la fin du {date}',
  'report.balance-sheet': 'Bilan',
  'report.class': 'Classe',
  'report.client-money': 'Argent des clients',
  'report.date': 'Au',
  'report.equity': 'Capitaux propres',
  'report.expenses': 'Charges',
  'report.income': 'Produits',
  'report.income-statement': 'Compte de résultat',
  'report.levies': 'Prélèvements en attente',
  'report.liabilities': 'Passif',
  'report.none': 'Rien de comptabilisé',
  'report.offices.all': 'Toutes les agences',
  'report.over': 'Du {from} au {to}',
  'report.result': 'Résultat net',
  'report.total': 'Total',
  'report.trial-balance': 'Balance',
};
