#include "assets.h"
#include "packing.h"

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char address_js[] = {
#embed ASSET(Sources/Dashboard/address.js)
};

static const unsigned char addresses_js[] = {
#embed ASSET(Sources/Dashboard/addresses.js)
};

static const unsigned char api_js[] = {
#embed ASSET(Sources/Dashboard/api.js)
};

static const unsigned char dialogs_js[] = {
#embed ASSET(Sources/Dashboard/dialogs.js)
};

static const unsigned char first_js[] = {
#embed ASSET(Sources/Dashboard/first.js)
};

static const unsigned char format_js[] = {
#embed ASSET(Sources/Dashboard/format.js)
};

static const unsigned char icon_svg[] = {
#embed ASSET(Sources/Dashboard/icon.svg)
};

static const unsigned char index_html[] = {
#embed ASSET(Sources/Dashboard/index.html)
};

static const unsigned char journal_js[] = {
#embed ASSET(Sources/Dashboard/journal.js)
};

static const unsigned char main_js[] = {
#embed ASSET(Sources/Dashboard/main.js)
};

static const unsigned char page_css[] = {
#embed ASSET(Sources/Dashboard/page.css)
};

static const unsigned char page_js[] = {
#embed ASSET(Sources/Dashboard/page.js)
};

static const unsigned char panels_js[] = {
#embed ASSET(Sources/Dashboard/panels.js)
};

static const unsigned char panels_clock_css[] = {
#embed ASSET(Sources/Dashboard/panels/clock.css)
};

static const unsigned char panels_clock_js[] = {
#embed ASSET(Sources/Dashboard/panels/clock.js)
};

static const unsigned char panels_clock_meaning_js[] = {
#embed ASSET(Sources/Dashboard/panels/clock/meaning.js)
};

static const unsigned char panels_data_css[] = {
#embed ASSET(Sources/Dashboard/panels/data.css)
};

static const unsigned char panels_data_js[] = {
#embed ASSET(Sources/Dashboard/panels/data.js)
};

static const unsigned char panels_data_columns_js[] = {
#embed ASSET(Sources/Dashboard/panels/data/columns.js)
};

static const unsigned char panels_data_record_js[] = {
#embed ASSET(Sources/Dashboard/panels/data/record.js)
};

static const unsigned char panels_data_records_js[] = {
#embed ASSET(Sources/Dashboard/panels/data/records.js)
};

static const unsigned char panels_data_table_js[] = {
#embed ASSET(Sources/Dashboard/panels/data/table.js)
};

static const unsigned char panels_data_token_js[] = {
#embed ASSET(Sources/Dashboard/panels/data/token.js)
};

static const unsigned char panels_faults_css[] = {
#embed ASSET(Sources/Dashboard/panels/faults.css)
};

static const unsigned char panels_faults_js[] = {
#embed ASSET(Sources/Dashboard/panels/faults.js)
};

static const unsigned char panels_faults_match_js[] = {
#embed ASSET(Sources/Dashboard/panels/faults/match.js)
};

static const unsigned char panels_faults_ruleform_js[] = {
#embed ASSET(Sources/Dashboard/panels/faults/ruleform.js)
};

static const unsigned char panels_faults_rules_js[] = {
#embed ASSET(Sources/Dashboard/panels/faults/rules.js)
};

static const unsigned char panels_faults_stubform_js[] = {
#embed ASSET(Sources/Dashboard/panels/faults/stubform.js)
};

static const unsigned char panels_faults_stubs_js[] = {
#embed ASSET(Sources/Dashboard/panels/faults/stubs.js)
};

static const unsigned char panels_live_css[] = {
#embed ASSET(Sources/Dashboard/panels/live.css)
};

static const unsigned char panels_live_js[] = {
#embed ASSET(Sources/Dashboard/panels/live.js)
};

static const unsigned char panels_live_chart_js[] = {
#embed ASSET(Sources/Dashboard/panels/live/chart.js)
};

static const unsigned char panels_live_code_js[] = {
#embed ASSET(Sources/Dashboard/panels/live/code.js)
};

static const unsigned char panels_live_compare_js[] = {
#embed ASSET(Sources/Dashboard/panels/live/compare.js)
};

static const unsigned char panels_live_entry_js[] = {
#embed ASSET(Sources/Dashboard/panels/live/entry.js)
};

static const unsigned char panels_live_filter_js[] = {
#embed ASSET(Sources/Dashboard/panels/live/filter.js)
};

static const unsigned char panels_live_rows_js[] = {
#embed ASSET(Sources/Dashboard/panels/live/rows.js)
};

static const unsigned char panels_routes_css[] = {
#embed ASSET(Sources/Dashboard/panels/routes.css)
};

static const unsigned char panels_routes_js[] = {
#embed ASSET(Sources/Dashboard/panels/routes.js)
};

static const unsigned char panels_routes_answer_js[] = {
#embed ASSET(Sources/Dashboard/panels/routes/answer.js)
};

static const unsigned char panels_routes_description_js[] = {
#embed ASSET(Sources/Dashboard/panels/routes/description.js)
};

static const unsigned char panels_routes_examples_js[] = {
#embed ASSET(Sources/Dashboard/panels/routes/examples.js)
};

static const unsigned char panels_routes_form_js[] = {
#embed ASSET(Sources/Dashboard/panels/routes/form.js)
};

static const unsigned char panels_routes_sending_js[] = {
#embed ASSET(Sources/Dashboard/panels/routes/sending.js)
};

static const unsigned char panels_routes_signin_js[] = {
#embed ASSET(Sources/Dashboard/panels/routes/signin.js)
};

static const unsigned char panels_routes_words_js[] = {
#embed ASSET(Sources/Dashboard/panels/routes/words.js)
};

static const unsigned char panels_sockets_css[] = {
#embed ASSET(Sources/Dashboard/panels/sockets.css)
};

static const unsigned char panels_sockets_js[] = {
#embed ASSET(Sources/Dashboard/panels/sockets.js)
};

static const unsigned char panels_sockets_clients_js[] = {
#embed ASSET(Sources/Dashboard/panels/sockets/clients.js)
};

static const unsigned char panels_sockets_frames_js[] = {
#embed ASSET(Sources/Dashboard/panels/sockets/frames.js)
};

static const unsigned char panels_sockets_pushes_js[] = {
#embed ASSET(Sources/Dashboard/panels/sockets/pushes.js)
};

static const unsigned char panels_sockets_scenarios_js[] = {
#embed ASSET(Sources/Dashboard/panels/sockets/scenarios.js)
};

static const unsigned char panels_start_css[] = {
#embed ASSET(Sources/Dashboard/panels/start.css)
};

static const unsigned char panels_start_js[] = {
#embed ASSET(Sources/Dashboard/panels/start.js)
};

static const unsigned char panels_worlds_css[] = {
#embed ASSET(Sources/Dashboard/panels/worlds.css)
};

static const unsigned char panels_worlds_js[] = {
#embed ASSET(Sources/Dashboard/panels/worlds.js)
};

static const unsigned char panels_worlds_chosen_js[] = {
#embed ASSET(Sources/Dashboard/panels/worlds/chosen.js)
};

static const unsigned char panels_worlds_files_js[] = {
#embed ASSET(Sources/Dashboard/panels/worlds/files.js)
};

static const unsigned char panels_worlds_forms_js[] = {
#embed ASSET(Sources/Dashboard/panels/worlds/forms.js)
};

static const unsigned char panels_worlds_snapshots_js[] = {
#embed ASSET(Sources/Dashboard/panels/worlds/snapshots.js)
};

static const unsigned char parts_js[] = {
#embed ASSET(Sources/Dashboard/parts.js)
};

static const unsigned char reader_js[] = {
#embed ASSET(Sources/Dashboard/reader.js)
};

static const unsigned char view_js[] = {
#embed ASSET(Sources/Dashboard/view.js)
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} files[] = {
    {"address.js", address_js, sizeof address_js},
    {"addresses.js", addresses_js, sizeof addresses_js},
    {"api.js", api_js, sizeof api_js},
    {"dialogs.js", dialogs_js, sizeof dialogs_js},
    {"first.js", first_js, sizeof first_js},
    {"format.js", format_js, sizeof format_js},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"index.html", index_html, sizeof index_html},
    {"journal.js", journal_js, sizeof journal_js},
    {"main.js", main_js, sizeof main_js},
    {"page.css", page_css, sizeof page_css},
    {"page.js", page_js, sizeof page_js},
    {"panels.js", panels_js, sizeof panels_js},
    {"panels/clock.css", panels_clock_css, sizeof panels_clock_css},
    {"panels/clock.js", panels_clock_js, sizeof panels_clock_js},
    {"panels/clock/meaning.js", panels_clock_meaning_js, sizeof panels_clock_meaning_js},
    {"panels/data.css", panels_data_css, sizeof panels_data_css},
    {"panels/data.js", panels_data_js, sizeof panels_data_js},
    {"panels/data/columns.js", panels_data_columns_js, sizeof panels_data_columns_js},
    {"panels/data/record.js", panels_data_record_js, sizeof panels_data_record_js},
    {"panels/data/records.js", panels_data_records_js, sizeof panels_data_records_js},
    {"panels/data/table.js", panels_data_table_js, sizeof panels_data_table_js},
    {"panels/data/token.js", panels_data_token_js, sizeof panels_data_token_js},
    {"panels/faults.css", panels_faults_css, sizeof panels_faults_css},
    {"panels/faults.js", panels_faults_js, sizeof panels_faults_js},
    {"panels/faults/match.js", panels_faults_match_js, sizeof panels_faults_match_js},
    {"panels/faults/ruleform.js", panels_faults_ruleform_js, sizeof panels_faults_ruleform_js},
    {"panels/faults/rules.js", panels_faults_rules_js, sizeof panels_faults_rules_js},
    {"panels/faults/stubform.js", panels_faults_stubform_js, sizeof panels_faults_stubform_js},
    {"panels/faults/stubs.js", panels_faults_stubs_js, sizeof panels_faults_stubs_js},
    {"panels/live.css", panels_live_css, sizeof panels_live_css},
    {"panels/live.js", panels_live_js, sizeof panels_live_js},
    {"panels/live/chart.js", panels_live_chart_js, sizeof panels_live_chart_js},
    {"panels/live/code.js", panels_live_code_js, sizeof panels_live_code_js},
    {"panels/live/compare.js", panels_live_compare_js, sizeof panels_live_compare_js},
    {"panels/live/entry.js", panels_live_entry_js, sizeof panels_live_entry_js},
    {"panels/live/filter.js", panels_live_filter_js, sizeof panels_live_filter_js},
    {"panels/live/rows.js", panels_live_rows_js, sizeof panels_live_rows_js},
    {"panels/routes.css", panels_routes_css, sizeof panels_routes_css},
    {"panels/routes.js", panels_routes_js, sizeof panels_routes_js},
    {"panels/routes/answer.js", panels_routes_answer_js, sizeof panels_routes_answer_js},
    {"panels/routes/description.js", panels_routes_description_js, sizeof panels_routes_description_js},
    {"panels/routes/examples.js", panels_routes_examples_js, sizeof panels_routes_examples_js},
    {"panels/routes/form.js", panels_routes_form_js, sizeof panels_routes_form_js},
    {"panels/routes/sending.js", panels_routes_sending_js, sizeof panels_routes_sending_js},
    {"panels/routes/signin.js", panels_routes_signin_js, sizeof panels_routes_signin_js},
    {"panels/routes/words.js", panels_routes_words_js, sizeof panels_routes_words_js},
    {"panels/sockets.css", panels_sockets_css, sizeof panels_sockets_css},
    {"panels/sockets.js", panels_sockets_js, sizeof panels_sockets_js},
    {"panels/sockets/clients.js", panels_sockets_clients_js, sizeof panels_sockets_clients_js},
    {"panels/sockets/frames.js", panels_sockets_frames_js, sizeof panels_sockets_frames_js},
    {"panels/sockets/pushes.js", panels_sockets_pushes_js, sizeof panels_sockets_pushes_js},
    {"panels/sockets/scenarios.js", panels_sockets_scenarios_js, sizeof panels_sockets_scenarios_js},
    {"panels/start.css", panels_start_css, sizeof panels_start_css},
    {"panels/start.js", panels_start_js, sizeof panels_start_js},
    {"panels/worlds.css", panels_worlds_css, sizeof panels_worlds_css},
    {"panels/worlds.js", panels_worlds_js, sizeof panels_worlds_js},
    {"panels/worlds/chosen.js", panels_worlds_chosen_js, sizeof panels_worlds_chosen_js},
    {"panels/worlds/files.js", panels_worlds_files_js, sizeof panels_worlds_files_js},
    {"panels/worlds/forms.js", panels_worlds_forms_js, sizeof panels_worlds_forms_js},
    {"panels/worlds/snapshots.js", panels_worlds_snapshots_js, sizeof panels_worlds_snapshots_js},
    {"parts.js", parts_js, sizeof parts_js},
    {"reader.js", reader_js, sizeof reader_js},
    {"view.js", view_js, sizeof view_js},
};

size_t mockpostly_asset_dashboard_count(void)
{
    return sizeof files / sizeof *files;
}

const char *mockpostly_asset_dashboard_name(size_t index)
{
    return files[index].name;
}

const unsigned char *mockpostly_asset_dashboard(size_t index, size_t *size)
{
    *size = files[index].size;
    return files[index].bytes;
}
