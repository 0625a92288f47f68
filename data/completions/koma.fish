# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of koma(1) for fish. The program itself tells its commands and options.

function __koma_help --description 'Lines of the help that the expression finds' --argument-names expression
    LC_ALL=C koma $argv[2..] --help 2>/dev/null | string replace --regex --filter $expression '$1\t$2'
end

function __koma_options
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    __koma_help '^  (?:-., )?(--[a-z0-9-]+=?)\S*(?:  +(.*))?' (string match --invert -- '-*' $words[2])
end

# "merge INTO FROM…|info FILE" of the usage
function __koma_actions
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    if test (count $words) = 2; and not string match --quiet -- '-*' $words[2]
        LC_ALL=C koma $words[2] --help 2>/dev/null | string match --regex '^  koma .*\|[a-z].*' \
            | string replace --regex '^  koma [a-z]+ (\[[^]]*\] )?' '' | string split '|' \
            | string replace --regex ' .*' ''
    end
end

complete --command koma --arguments '(__koma_actions)'
complete --command koma --condition __fish_use_subcommand \
    --arguments "(__koma_help '^  ([a-z]+)  +(.*)')"
complete --command koma --condition 'string match --quiet -- "-*" (commandline --current-token)' \
    --arguments '(__koma_options)'
complete --command koma --long-option backend --short-option b --exclusive --arguments 'auto xnnpack gles cpu'
