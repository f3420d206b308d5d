// `creel import`: takes a person's own log into the store.

import { Command } from 'commander';
import { holdsDemoLog } from '../demo/holds-demo-log.js';
import { importLog } from '../import/import-log.js';
import { findOwner, USER_OPTION } from './owner.js';
import { printReport } from './print-report.js';
import { isZip, restore } from './restore.js';
import { type ConfigReader, withStore } from './with-store.js';

const HELP = `
Files are named for what they hold: catches.csv, spots.json, lures.ndjson. A folder
stands for all such files in it. A .json file may also hold several collections:
{ "catches": [...], "spots": [...] }.

  CSV     a header with the field names; separated by , ; or tab; lists as "a; b",
          photos and lineHistory as JSON; an empty cell is no value
  times   with their offset: 2026-05-01T06:30:00+02:00; days: 2026-05-01
  ids     text; without one, a record's id follows from its content, so importing the
          same file again changes nothing, but a corrected line is a new record
  ZIP     an export of Creel (creel export, /api/v1/export), alone: it is checked as
          creel verify does, and restored as it was
  MongoDB what mongoexport writes; the owner (userId) and __v are left out

Where anything is refused, nothing is changed and the exit code is 1. A record with an
id that the store has already is replaced as a whole.

Examples:
  creel import ./my-log
  creel import catches.csv spots.csv --skip-bad
  creel import creel-2026-11-21.zip`;

interface ImportFlags {
  readonly skipBad?: boolean;
  readonly ignoreUnknown?: boolean;
  readonly user?: string;
}

export function importCommand(readConfig: ConfigReader): Command {
  return new Command('import')
    .description('Import a log from JSON, NDJSON or CSV files or folders, or from an export')
    .argument('<file...>', 'files and folders')
    .option('--skip-bad', 'import what is good where something is refused')
    .option('--ignore-unknown', 'leave out fields that Creel does not have')
    .option(...USER_OPTION)
    .addHelpText('after', HELP)
    .action(async (paths: string[], { skipBad = false, ignoreUnknown = false, user }: ImportFlags) => {
      const config = readConfig();
      const zip = paths.find(isZip);
      if (zip !== undefined && paths.length > 1)
        throw new Error(`${zip} is a ZIP: an export is imported alone`);
      await withStore(config, async (store, model) => {
        const owner = await findOwner(config, store, user);
        const ownerField = config.OWNER_FIELD;
        if (zip !== undefined) {
          const isWritten = await restore(model, store, zip, { owner, ownerField, skipBad, ignoreUnknown });
          if (!isWritten) process.exitCode = 1;
          return;
        }
        const hasDemo = await holdsDemoLog(store.bind({ kind: 'one', id: owner }), model, {});
        const options = { owner, ownerField, paths, skipBad, ignoreUnknown, now: new Date() };
        const report = await importLog(model, store, options);
        process.stdout.write(printReport(report, store.label));
        if (hasDemo && report.written)
          process.stdout.write(
            'Note: the demo log is in this store too. Set DATA_DIR to a new folder for yours alone.\n',
          );
        if (!report.written) process.exitCode = 1;
      });
    });
}
