// `creel import`: takes a person's own log into the store.

import { Command } from 'commander';
import type { Config } from '../config.js';
import { holdsDemoLog } from '../demo/holds-demo-log.js';
import { importLog, type WithStore } from '../import/import-log.js';
import { show } from '../import/problems.js';
import { readModel } from '../model/read-schema.js';
import { isTimeZone } from '../model/time.js';
import { findOwner, USER_OPTION } from './owner.js';
import { printReport } from './print-report.js';
import { isZip, restore, sayHowToOverwrite } from './restore.js';
import { type ConfigReader, withExistingStore, withStore } from './with-store.js';

const HELP = `
Files are named for what they hold: catches.csv, spots.json, lures.ndjson. A folder
stands for all such files in it, and an unpacked export for its NDJSON files. A .json
file may also hold several collections: { "catches": [...], "spots": [...] }.

  CSV     a header with the field names, in which case, spaces and punctuation do not
          matter: "Length (cm)"; separated by , ; or tab; lists as "a; b"; photos.url,
          photos.caption, lineHistory.lineId, ... as lists of which the n-th belong
          together, or photos and lineHistory as JSON; an empty cell is no value. What
          Creel itself writes as CSV can be imported
  numbers with a point: 42.5; separated by ; also with a comma: 42,5
  times   with their offset: 2026-05-01T06:30:00+02:00; days: 2026-05-01. Local times,
          2026-05-01 06:30, are those of the record's timeZone, else of --tz
  text    UTF-8, or UTF-16 with a byte order mark
  ids     text; without one, a record's id follows from its content, so importing the
          same file again changes nothing, but a corrected line is a new record
  ZIP     an export of Creel (creel export, /api/v1/export), alone: it is checked as
          creel verify does, and restored as it was. One with rounded or hidden
          coordinates is refused where it would replace positions that the store has
  MongoDB what mongoexport writes; the owner (userId) and __v are left out

All files are read before anything is written. Where anything is refused, nothing is
changed and the exit code is 1. What cannot be is refused too: a position off the globe,
a measure below what there can be of it, a time more than a year ahead. A record with an
id that the store has already is replaced as a whole; where the file has no later
updatedAt for it than the store, it was updated now.

Examples:
  creel import ./my-log
  creel import catches.csv spots.csv --skip-bad
  creel import creel-2026-11-21.zip`;

interface ImportFlags {
  readonly skipBad?: boolean;
  readonly ignoreUnknown?: boolean;
  readonly overwritePositions?: boolean;
  readonly tz?: string;
  readonly user?: string;
}

export function importCommand(readConfig: ConfigReader): Command {
  return new Command('import')
    .description('Import a log from JSON, NDJSON or CSV files or folders, or from an export')
    .argument('<file...>', 'files and folders')
    .option('--skip-bad', 'import what is good where something is refused')
    .option('--ignore-unknown', 'leave out fields that Creel does not have')
    .option(
      '--overwrite-positions',
      'let an export with rounded or hidden coordinates replace exact positions',
    )
    .option(
      '--tz <zone>',
      'read times without an offset as local times of this zone, such as Europe/Stockholm, where the record has no timeZone',
    )
    .option(...USER_OPTION)
    .addHelpText('after', HELP)
    .action(async (paths: string[], flags: ImportFlags) => {
      const {
        skipBad = false,
        ignoreUnknown = false,
        overwritePositions = false,
        tz: timeZone,
        user,
      } = flags;
      const config = readConfig();
      const zip = paths.find(isZip);
      if (zip !== undefined && paths.length > 1)
        throw new Error(`${zip} is a ZIP: an export is imported alone`);
      if (zip !== undefined && timeZone !== undefined)
        throw new Error(`--tz: ${zip} is a ZIP: an export has its times with their offset`);
      if (timeZone !== undefined && !isTimeZone(timeZone))
        throw new Error(
          `--tz: ${show(timeZone)} is not the IANA name of a time zone, such as Europe/Stockholm`,
        );
      const model = readModel();
      const target = { label: '', hasDemo: false };
      // Whose log it is can only be said of users, who are in a store that is there.
      const isOfUser = user !== undefined || (config.AUTH_MODE === 'multi-user' && !config.OWNER_ID);
      const open: WithStore = (work) =>
        (isOfUser ? withExistingStore : withStore)(config, async (store) => {
          const owner = await findOwner(config, store, user);
          target.label = store.label;
          target.hasDemo = await holdsDemoLog(store.bind({ kind: 'one', id: owner }), model, {});
          return work(store, owner);
        });
      const common = { ownerField: config.OWNER_FIELD, skipBad, ignoreUnknown, overwritePositions };
      if (zip !== undefined) {
        const isWritten = await restore(model, open, target, zip, common);
        if (!isWritten) process.exitCode = 1;
        return;
      }
      const options = { ...common, paths, timeZone, now: new Date() };
      const report = await sayHowToOverwrite(paths.join(', '), importLog(model, open, options));
      process.stdout.write(printReport(report, target.label));
      if (!report.written) {
        process.exitCode = 1;
        return;
      }
      if (target.hasDemo)
        process.stdout.write(
          'Note: the demo log is in this store too. Set DATA_DIR to a new folder for yours alone.\n',
        );
      process.stdout.write(`${nextStep(config)}\n`);
    });
}

/** What to do with a log that is in the store. */
const nextStep = ({ AUTH_MODE }: Config): string =>
  AUTH_MODE === 'multi-user'
    ? 'Next: npx creel serve with the same settings, and read it with a token (npx creel token create).'
    : 'Next: npx creel serve with the same settings, which says where to look. A server that runs already has it.';
