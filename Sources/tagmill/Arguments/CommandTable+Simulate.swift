extension CommandTable {
    static let simulate = Command(
        "simulate", "play whole runs in a simulated world, with everything that goes wrong in one",
        explanation: """
            A seed makes a world: a job, tags of any chip, readers of any model, an operator who lays, lifts and mixes up tags, and a
            random part of what can go wrong: tags taken away in the middle of a write, torn pages, readers unplugged, a journal that
            fails, a process that dies and is resumed. The procedures of 'run' work in it, and a checker that shares nothing with them
            holds what they wrote and reported against the memory of every tag. The first world in which an invariant is broken
            ends the command; it is made smaller, and told line by line. The same seed always plays the same.
            With JOB.csv and --rack it rehearses that job: once as the rack is, then with faults drawn by seed. Of a longer job or
            rack the first 200 items and tags count; --verbose tells the story of the rack as it is, line by line, and shows the
            coverage. Without a job --verbose says no more: --seed N alone tells a story. No reader is used, no password is asked
            for, and nothing is written to disk but by --on-disk.
            Exit 0: no invariant was broken; 1: one was, or a night of runs (--minutes, or 100,000 runs) did not reach all that it
            must; 2: the job, the rack or the command line was refused; 4: stopped by Ctrl-C.
            """,
        operands: [
            .init(name: "JOB.csv", isOptional: true, summary: "a job to rehearse; without it jobs are drawn too")
        ],
        options: OptionTable([
            Option(
                "seed", value: "N",
                "the first seed; alone, that one world is played and its story told (default: drawn)"),
            Option(
                "runs", value: "N",
                "how many worlds, of one seed after another (default: \(SimulateOptions.usualRuns), of a job "
                    + "\(SimulateOptions.usualRehearsals))"),
            Option("minutes", value: "N", "as many worlds as can be played in so long"),
            Option("jobs", value: "N", "threads (default: one a core); what comes out does not depend on it"),
            Option(
                "on-disk",
                "keep the journal of each world in a file, as 'run' keeps its own, in a folder of $TMPDIR (default: /tmp) that is "
                    + "removed at the end"),
            Option("rack", value: "RACK.json", "the readers and tags on which JOB.csv is rehearsed"),
            Option("skip-bad-rows", "rehearse the good rows of JOB.csv, and count the bad ones as invalid"),
        ]) + .content + .jobFile,
        examples: [
            .init(line: "tagmill simulate", meaning: "10,000 worlds of a seed that is drawn and told"),
            .init(line: "tagmill simulate --seed 42", meaning: "one world, and its story line by line"),
            .init(line: "tagmill simulate --seed 1 --runs 1000000", meaning: "a million worlds, the same every time"),
            .init(
                line: "tagmill simulate --seed 1 --runs 20000 --on-disk",
                meaning: "the same worlds over journals in files, as a run has one"),
            .init(line: "tagmill simulate --minutes 30 --json", meaning: "a night in CI; other seeds each time"),
            .init(
                line: "tagmill simulate jobs/demo.csv --rack jobs/demo-rack.json",
                meaning: "rehearse a job: what fails, what it needs, what faults do to it"),
        ])
}
